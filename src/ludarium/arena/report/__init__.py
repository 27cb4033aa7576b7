"""Reports: findings as one page for people, and as a folder of data and charts for everybody else."""

from ludarium.arena.report.folder import check_place, is_report, read_findings, write_report
from ludarium.arena.report.page import page
from ludarium.arena.report.tables import PlayedGame, games_of

__all__ = ["PlayedGame", "check_place", "games_of", "is_report", "page", "read_findings", "write_report"]
