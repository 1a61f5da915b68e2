"""Sessions on other machines, reached over the system's OpenSSH.

A session on a machine is named `SESSION@MACHINE` inside of clz, and is in a folder of its own here:

    RUNTIME/.on/HASH/ssh.sock           the control socket of the one connection that all commands share
    RUNTIME/.on/HASH/SESSION/           session.json as there, but for the endpoint: host.sock, which OpenSSH forwards

CURVE goes from end to end. The public key of an agent is admitted there by the `clz` there, which is run over the same
connection (`clz_core.remote.attend`); no secret key leaves its machine.
"""
