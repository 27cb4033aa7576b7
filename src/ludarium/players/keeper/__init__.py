"""The keeper of a program: a process between us and it that closes it off, watches it and outlives it by nothing.

One is started for each program (`sandbox.keeper_command`). It imports the standard library only, and little of that, as
its start is part of every game's. Being a process of its own, it may do what a library must not do to the process that
uses it: adopt whatever its program leaves behind, so that "all its processes" is exact however they detach.

`main` is the keeper's life, `start` brings the program up, with bubblewrap or without, `namespaces` does by hand what
bubblewrap does, `watch` counts memory and processes.
"""
