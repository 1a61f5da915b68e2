"""The journal: what was done, a line of JSON each, in the folder that `CLZ_JOURNAL` names.

    DIR/journal.jsonl      entries, appended by any number of processes at once
    DIR/evidence/ID.png    the picture taken at the command ID; ID.txt is the snapshot

Clients write an entry for each command; runners add those of attempts, tests and runs. Nothing in here is imported
if no journal is kept, and nothing that goes wrong in here is the command's fault: it is reported once, as a warning.
"""
