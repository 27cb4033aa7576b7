"""The command line: one thin command per module. What commands do is done in the rooms below."""


def main() -> None:
    """The program `ludarium`."""
    import sys

    from ludarium.cli.app import run

    sys.exit(run())
