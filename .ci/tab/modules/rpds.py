"""The persistent collections of rpds, as far as ``referencing`` uses them, in plain Python.

The real rpds is written in Rust and has no wheel for a browser. ``jsonschema`` needs it by way of
``referencing``, whose registries are never asked here: our schemas hold no references
(nonosat/web/schemas.py). Every change copies, which is nothing for registries of ten schemas.
"""


class HashTrieMap(dict):
    @classmethod
    def convert(cls, value):
        return value if isinstance(value, cls) else cls(value)

    def insert(self, key, value):
        return type(self)({**self, key: value})

    def update(self, other):
        return type(self)({**self, **dict(other)})

    def remove(self, key):
        return type(self)({one: self[one] for one in self if one != key})


class HashTrieSet(frozenset):
    def insert(self, value):
        return type(self)(self | {value})

    def remove(self, value):
        return type(self)(self - {value})

    def update(self, other):
        return type(self)(self.union(other))


class List(tuple):
    def push_front(self, value):
        return type(self)((value, *self))
