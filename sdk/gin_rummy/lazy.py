"""Properties that are worked out once."""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

_T = TypeVar("_T")


class lazy(Generic[_T]):  # noqa: N801 - it is used as `property` is
    """A property that is worked out when it is first looked at: `functools.cached_property` without its lock.

    Its value then stands in the object's `__dict__`, where Python looks before it asks here.
    """

    def __init__(self, work: Callable[[Any], _T]) -> None:
        self._work = work
        self.__doc__ = work.__doc__

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, owned: None, owner: type) -> Self: ...
    @overload
    def __get__(self, owned: object, owner: type) -> _T: ...
    def __get__(self, owned: object, owner: type) -> _T | Self:
        if owned is None:
            return self
        value = owned.__dict__[self._name] = self._work(owned)
        return value
