"""`python -m ludarium` is `ludarium`."""

from ludarium.cli import main

if __name__ == "__main__":
    main()
