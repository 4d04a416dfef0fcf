"""The root of all errors of this project, and the one that the rules raise."""


class GinError(Exception):
    """An error whose text is meant for a person; whatever else is raised is a bug of ours."""


class IllegalAction(GinError):  # noqa: N818 - the rule book's word
    """A rule forbids the action; the state is unchanged."""


class BadCards(GinError):  # noqa: N818 - says what happened
    """A text or a list names no valid card or cards; the message names the bad one."""
