"""The report of runs: a page with curves, tables and the map, and a gallery of the games that were found."""

from ludarium.design.report.folder import write_report

__all__ = ["write_report"]
