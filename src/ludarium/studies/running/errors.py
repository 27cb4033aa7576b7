"""What is not possible in a study, in a sentence for whoever asked."""

from __future__ import annotations

from ludarium.engine.errors import LudariumError


class StudyError(LudariumError):
    """Something that cannot be done in a study, or not now."""

    status = 409


class NoSuchStudy(StudyError):
    status = 404

    def __init__(self, slug: str) -> None:
        super().__init__(f"there is no study '{slug[:60]}' here: ask whoever gave you the link for the right one")


class NoSuchLink(StudyError):
    """A personal link that is not of this study, or somebody else's by now."""

    status = 404

    def __init__(self) -> None:
        super().__init__("this personal link is not known here: copy it whole, or ask whoever gave it to you")


class NotOpen(StudyError):
    """Nobody new is let in; `why` is draft, paused, closed, full or over."""

    status = 403

    def __init__(self, why: str) -> None:
        self.why = why
        sentences = {
            "draft": "this study has not begun yet: come again later",
            "paused": "this study is paused just now: come again later",
            "full": "this study has all the people it needs: thank you for coming",
        }
        super().__init__(sentences.get(why, "this study is over: thank you for coming"))


class PlanChanged(StudyError):
    """A plan was to be stored over one that its writer has not seen."""

    def __init__(self, version: int, who: str) -> None:
        super().__init__(
            f"{who or 'somebody'} has stored version {version} meanwhile, so yours was not: look at theirs, then store "
            "yours in its place, or take over what is yours"
        )


class NotThere(StudyError):
    """Something was sent from a page on which the person is not any more, or not yet."""

    def __init__(self) -> None:
        super().__init__("you are at another page of this study by now: it is shown again")
