"""What the API answers: JSON objects whose fields are attributes."""

from __future__ import annotations

import copy
import keyword
import sys
from typing import TYPE_CHECKING, Any, ClassVar, Dict, FrozenSet, Iterator, List, Mapping, NoReturn, Tuple, Type, TypeVar

R = TypeVar("R", bound="Record")

# These are shown once, and a notebook keeps what it prints.
_SECRET = frozenset({"api_key", "key", "password", "secret", "token"})
_SHOWN_FIELDS = 5
_SHOWN_CHARACTERS = 40


class Record:
    """A JSON object of an answer, read by attribute (``record.id``) or by name (``record["id"]``).

    A field that a newer server sends is readable as well. A field that the API documents as optional is ``None``
    where it was not sent; ``"field" in record`` says whether it was. A field whose name is a keyword of Python has a
    trailing underscore: ``email.from_``. Two records are equal when their fields are, and a record equals its dict.
    """

    __slots__ = ("_data", "_wrapped")

    # How objects within a field are wrapped: the name of a model, behind "[]" for each item and "{}" for each value.
    _nested: ClassVar[Mapping[str, str]] = {}
    # The models of the values of `type`, for a model that stands for one of several.
    _kinds: ClassVar[Mapping[str, str]] = {}
    # The fields that the API documents.
    _known: ClassVar[FrozenSet[str]] = frozenset()

    _data: Dict[str, Any]
    _wrapped: Dict[str, Any]

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        own = {name for name in cls.__dict__.get("__annotations__", {}) if not name.startswith("_")}
        bases = [base for base in cls.__mro__[1:] if issubclass(base, Record)]
        cls._known = frozenset(own).union(*(base._known for base in bases))
        nested: Dict[str, str] = {}
        for base in reversed(bases):
            nested.update(base.__dict__.get("_nested", {}))
        cls._nested = {**nested, **cls.__dict__.get("_nested", {})}

    @classmethod
    def _from(cls: Type[R], data: Mapping[str, Any]) -> R:
        """The record of a JSON object. ``TypeError`` when ``data`` is no object."""
        if not isinstance(data, Mapping):
            raise TypeError(f"{cls.__name__} is made from an object, not from {type(data).__name__}")
        kind = cls._kinds.get(data["type"]) if isinstance(data.get("type"), str) else None
        record: Any = object.__new__(_model(cls, kind) if kind is not None else cls)
        object.__setattr__(record, "_data", dict(data))
        object.__setattr__(record, "_wrapped", {})
        made: R = record
        return made

    def to_dict(self) -> Dict[str, Any]:
        """The fields as they were sent, in a dict of its own: what changes there leaves the record alone."""
        return copy.deepcopy(self._data)

    def __getitem__(self, name: str) -> Any:
        if name in self._wrapped:
            return self._wrapped[name]
        value = self._data[name]
        if isinstance(value, (dict, list)):
            value = self._wrapped[name] = self._wrap(name, value)
        return value

    # Type checkers do not see it, so they report fields that the API does not document.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
            field = name[:-1] if name.endswith("_") and keyword.iskeyword(name[:-1]) else name
            if field in self._data:
                return self[field]
            if name in self._known:
                return None
            raise AttributeError(
                f"{type(self).__name__} has no field {name!r}; its fields are {', '.join(self._data) or 'none'}"
            )

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed; to_dict() gives a copy that can")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed; to_dict() gives a copy that can")

    def __contains__(self, name: object) -> bool:
        return name in self._data

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Record):
            return self._data == other._data
        if isinstance(other, Mapping):
            return self._data == other
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __dir__(self) -> List[str]:
        return sorted({*super().__dir__(), *self._data})

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self)._from, (self._data,)

    def __repr__(self) -> str:
        shown = [f"{name}={_shown(name, value)}" for name, value in list(self._data.items())[:_SHOWN_FIELDS]]
        rest = len(self._data) - len(shown)
        return f"{type(self).__name__}({', '.join([*shown, f'+{rest}'] if rest else shown)})"

    def _wrap(self, name: str, value: Any) -> Any:
        shape = self._nested.get(name)
        if shape is not None:
            return _wrapped(value, shape, type(self))
        known = name in self._known or f"{name}_" in self._known
        # What is documented without a model is JSON of the user's own, which stays dicts and lists.
        return value if known else _wrapped_unknown(value)


class Chunk(Record):
    """What a stream of a conversation yields."""

    __slots__ = ()

    @property
    def content(self) -> str:
        """The next piece of the answer's text; empty for an event of another type."""
        return str(self._data.get("delta", "")) if self._data.get("type") == "content" else ""


def _model(owner: Type[Record], name: str) -> Type[Record]:
    # A class of the SDK's own may stand in another module than the model that it extends.
    modules = (sys.modules[base.__module__] for base in owner.__mro__)
    found: Type[Record] = next(getattr(module, name) for module in modules if hasattr(module, name))
    return found


def _wrapped(value: Any, shape: str, owner: Type[Record]) -> Any:
    if shape.startswith("[]"):
        return [_wrapped(item, shape[2:], owner) for item in value] if isinstance(value, list) else value
    if not isinstance(value, dict):
        return value
    if shape.startswith("{}"):
        return {name: _wrapped(item, shape[2:], owner) for name, item in value.items()}
    return _model(owner, shape)._from(value)


def _wrapped_unknown(value: Any) -> Any:
    if isinstance(value, dict):
        return Record._from(value)
    return [_wrapped_unknown(item) for item in value] if isinstance(value, list) else value


def _shown(name: str, value: Any) -> str:
    if name in _SECRET and value is not None:
        return "'***'"
    if isinstance(value, str) and len(value) > _SHOWN_CHARACTERS:
        return repr(value[:_SHOWN_CHARACTERS] + "…")
    if isinstance(value, dict):
        return "{…}" if value else "{}"
    if isinstance(value, list):
        return f"[{len(value)}]"
    return repr(value)
