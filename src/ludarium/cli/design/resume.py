"""`ludarium design resume`: go on with a run that was stopped."""

from __future__ import annotations

from ludarium.cli.common import AsJson, print_json
from ludarium.cli.design.common import Ray, RunFolder, Threads, carry_on, tell


def command(folder: RunFolder, workers: Threads = None, ray: Ray = None, as_json: AsJson = False) -> None:
    """Go on with a run; it ends as if it had never been stopped."""
    from ludarium.design.folder import Folder
    from ludarium.design.report.folder import to_dict
    from ludarium.design.report.told import Told

    carry_on(Folder.open(folder), workers=workers, ray=ray)
    told = Told.read(folder)
    if as_json:
        print_json(to_dict(told))
    else:
        tell(told)
