# SPDX-License-Identifier: MIT
"""``dataclass`` without its start: the same classes, made in a tenth of the time.

The decorator of the standard library imports ``inspect``, ``ast`` and ``tokenize`` and compiles
half a dozen functions per class; with the 25 records of nonosat that is a fifth of the start of a
command. Here one function per class is compiled, ``__init__``; comparing, hashing, showing and
pickling do without. Everything that ``dataclasses`` offers for such a class (``fields``,
``replace``, ``asdict``) works on it: the first time that somebody asks, ``__dataclass_fields__`` is
made by the standard library from the same declarations. Type checkers see the original.

Only what nonosat uses is here. Not here: inheritance between records, ``InitVar``, ``ClassVar``,
``default_factory`` with keyword-only fields. Rejected: NamedTuple, whose values compare equal to
other tuples; classes written by hand, two pages of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["dataclass", "field", "fields", "replace"]

if TYPE_CHECKING:
    from dataclasses import dataclass, field, fields, replace
else:
    from operator import attrgetter

    class _Nothing:
        """No value was given."""

        def __repr__(self):
            return "<factory>"  # as signatures show a default that a factory makes

    _NOTHING = _Nothing()

    class _Field:
        """What a class says about one of its attributes."""

        __slots__ = ("compare", "default", "default_factory", "hash", "name", "repr")

        def __init__(self, default, default_factory, repr, compare, hash):  # noqa: A002
            self.name = ""
            self.default = default
            self.default_factory = default_factory
            self.repr = repr
            self.compare = compare
            self.hash = hash

        def options(self):
            """The arguments of ``dataclasses.field``."""
            given = {"repr": self.repr, "compare": self.compare, "hash": self.hash}
            for name in ("default", "default_factory"):
                if getattr(self, name) is not _NOTHING:
                    given[name] = getattr(self, name)
            return given

    def field(
        *,
        default=_NOTHING,
        default_factory=_NOTHING,
        repr=True,  # noqa: A002
        compare=True,
        hash=None,  # noqa: A002
    ):
        """``dataclasses.field``."""
        return _Field(default, default_factory, repr, compare, hash)

    def fields(record):
        """``dataclasses.fields``, without their types."""
        return getattr(record, "__record_fields__", None) or _standard().fields(record)

    def replace(record, /, **changes):
        """``dataclasses.replace``."""
        if not hasattr(record, "__record_fields__"):
            return _standard().replace(record, **changes)
        values = {part.name: getattr(record, part.name) for part in record.__record_fields__}
        return type(record)(**(values | changes))

    def dataclass(
        cls=None,
        /,
        *,
        init=True,
        repr=True,  # noqa: A002
        eq=True,
        order=False,
        frozen=False,
        slots=False,
        kw_only=False,
    ):
        """``dataclasses.dataclass``."""
        options = {"init": init, "repr": repr, "eq": eq, "order": order}
        options |= {"frozen": frozen, "slots": slots, "kw_only": kw_only}
        return _record(cls, options) if cls is not None else lambda cls: _record(cls, options)

    def _record(cls, options):
        members = dict(cls.__dict__)
        parts = _parts(members)
        names = tuple([part.name for part in parts])
        members["__record_fields__"] = parts
        members["__dataclass_fields__"] = _Standard("__dataclass_fields__", parts, options)
        members["__dataclass_params__"] = _Standard("__dataclass_params__", parts, options)
        members["__match_args__"] = () if options["kw_only"] else names
        if options["slots"]:
            for name in ("__dict__", "__weakref__", *names):
                members.pop(name, None)
            members["__slots__"] = names
            qualified = cls.__qualname__
            cls = type(cls)(cls.__name__, cls.__bases__, members)
            cls.__qualname__ = qualified
        else:
            for name in names:
                if isinstance(members.get(name), _Field):
                    members.pop(name)
                    delattr(cls, name)
            for name in members.keys() - cls.__dict__.keys() | {"__match_args__"}:
                setattr(cls, name, members[name])
            for part in parts:
                if part.default is not _NOTHING:
                    setattr(cls, part.name, part.default)
        made = _methods(parts, options)
        if options["frozen"]:
            made |= _frozen(cls, names)
            if options["slots"]:
                made |= _pickled(names)
        for name, function in made.items():
            if name not in members or name in ("__setattr__", "__delattr__"):
                function.__qualname__ = f"{cls.__qualname__}.{name}"
                setattr(cls, name, function)
        if options["eq"] and not options["frozen"]:
            cls.__hash__ = None
        if options["init"]:
            cls.__init__ = _init(cls, parts, options)
        return cls

    def _parts(members):
        parts = []
        for name in members.get("__annotations__", {}):
            given = members.get(name, _NOTHING)
            part = given if isinstance(given, _Field) else _Field(given, _NOTHING, True, True, None)
            part.name = name
            parts.append(part)
        return tuple(parts)

    def _getter(names):
        """A function from a record to the tuple of these attributes."""
        if len(names) > 1:
            return attrgetter(*names)
        return lambda record: tuple([getattr(record, name) for name in names])

    def _methods(parts, options):
        compared = _getter([part.name for part in parts if part.compare])
        shown = [part.name for part in parts if part.repr]

        def __repr__(self):  # noqa: N807
            inside = ", ".join([f"{name}={getattr(self, name)!r}" for name in shown])
            return f"{self.__class__.__qualname__}({inside})"

        def __eq__(self, other):  # noqa: N807
            if other.__class__ is not self.__class__:
                return NotImplemented
            return compared(self) == compared(other)

        def __lt__(self, other):  # noqa: N807
            if other.__class__ is not self.__class__:
                return NotImplemented
            return compared(self) < compared(other)

        def __le__(self, other):  # noqa: N807
            if other.__class__ is not self.__class__:
                return NotImplemented
            return compared(self) <= compared(other)

        def __gt__(self, other):  # noqa: N807
            if other.__class__ is not self.__class__:
                return NotImplemented
            return compared(self) > compared(other)

        def __ge__(self, other):  # noqa: N807
            if other.__class__ is not self.__class__:
                return NotImplemented
            return compared(self) >= compared(other)

        made = {}
        if options["repr"]:
            made["__repr__"] = __repr__
        if options["eq"]:
            made["__eq__"] = __eq__
        if options["order"]:
            made |= {"__lt__": __lt__, "__le__": __le__, "__gt__": __gt__, "__ge__": __ge__}
        if options["eq"] and options["frozen"]:
            hashed = _getter(
                [part.name for part in parts if (part.compare if part.hash is None else part.hash)]
            )

            def __hash__(self):  # noqa: N807
                return hash(hashed(self))

            made["__hash__"] = __hash__
        return made

    def _frozen(cls, names):
        def __setattr__(self, name, value):  # noqa: N807
            if type(self) is cls or name in names:
                raise _standard().FrozenInstanceError(f"cannot assign to field {name!r}")
            super(cls, self).__setattr__(name, value)

        def __delattr__(self, name):  # noqa: N807
            if type(self) is cls or name in names:
                raise _standard().FrozenInstanceError(f"cannot delete field {name!r}")
            super(cls, self).__delattr__(name)

        return {"__setattr__": __setattr__, "__delattr__": __delattr__}

    def _pickled(names):
        def __getstate__(self):  # noqa: N807
            return [getattr(self, name) for name in names]

        def __setstate__(self, state):  # noqa: N807
            for name, value in zip(names, state, strict=True):
                object.__setattr__(self, name, value)

        return {"__getstate__": __getstate__, "__setstate__": __setstate__}

    def _init(cls, parts, options):
        """``__init__``, compiled: it has the arguments by name, and is as fast as can be."""
        known = {"_nothing": _NOTHING, "_set": object.__setattr__}
        arguments = ["self", *(["*"] if options["kw_only"] else [])]
        lines = []
        for number, part in enumerate(parts):
            name = value = part.name
            argument = name
            if part.default_factory is not _NOTHING:
                known[f"_make{number}"] = part.default_factory
                argument, value = f"{name}=_nothing", f"_make{number}()"
                value = f"{value} if {name} is _nothing else {name}"
            elif part.default is not _NOTHING:
                known[f"_default{number}"] = part.default
                argument = f"{name}=_default{number}"
            arguments.append(argument)
            if not options["frozen"]:
                lines.append(f" self.{name} = {value}")
            elif options["slots"]:
                known[f"_set{number}"] = cls.__dict__[name].__set__
                lines.append(f" _set{number}(self, {value})")
            else:
                lines.append(f" _set(self, {name!r}, {value})")
        if hasattr(cls, "__post_init__"):
            lines.append(" self.__post_init__()")
        known["__name__"] = cls.__module__
        exec("\n".join([f"def __init__({', '.join(arguments)}):", *lines]), known)
        made = known["__init__"]
        made.__qualname__ = f"{cls.__qualname__}.__init__"
        types = cls.__annotations__
        made.__annotations__ = {part.name: types[part.name] for part in parts} | {"return": None}
        return made

    class _Standard:
        """An attribute of the dataclass that the standard library makes of the declarations."""

        def __init__(self, name, parts, options):
            self._name, self._parts, self._options = name, parts, options

        def __get__(self, record, cls):
            library = _standard()
            for home in cls.__mro__:  # the record, or one that inherits from it
                if home.__dict__.get(self._name) is self:
                    break
            members = {part.name: library.field(**part.options()) for part in self._parts}
            members["__annotations__"] = home.__annotations__
            members["__module__"] = home.__module__
            made = library.dataclass(**{**self._options, "slots": False})(
                type(home.__name__, (), members)
            )
            value = getattr(made, self._name)
            setattr(home, self._name, value)
            return value

    def _standard():
        import dataclasses

        return dataclasses
