"""The root of all errors of this project, and the one that the rules raise."""


class GinError(Exception):
    """An error whose text is meant for a person; whatever else is raised is a bug of ours."""


class IllegalAction(GinError):
    """A rule forbids the action; the state is unchanged."""


class BadCards(GinError):
    """A text or a list names no valid card or cards; the message names the bad one."""
