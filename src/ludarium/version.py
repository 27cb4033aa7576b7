"""The version, for the rooms: they name it in what they write, and import nothing from the package above them."""

__version__ = "0.1.0"
