"""What every front does around the commands of the folder of the same name in `clz_core.contract.commands`."""
