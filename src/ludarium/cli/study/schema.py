"""`ludarium study schema`: the form of a plan for editors."""

from __future__ import annotations

from ludarium.cli.common import print_json


def command() -> None:
    """Print the JSON schema of a plan, by which editors complete words and explain them."""
    from ludarium.studies.plan.schema import schema

    print_json(schema())
