# SPDX-License-Identifier: MIT
"""The check of requests accepts the same values as the library jsonschema."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonosat.web.endpoints import ENDPOINTS
from nonosat.web.schemas import SCHEMAS, Schema, checker, listed, nullable, record

STRICT: Any = jsonschema.validators.extend(
    jsonschema.Draft202012Validator,
    type_checker=jsonschema.Draft4Validator.TYPE_CHECKER,  # 2.0 is not a whole number
)
BODIES = {
    json.dumps(schema): (name, schema)
    for name, one in ENDPOINTS.items()
    if (schema := one.body or record(one.fields)).get("properties")
}.values()
"""The different bodies and queries, each with the name of an endpoint."""
ODD = st.recursive(
    st.sampled_from([None, True, False, -1, 0, 1, 2, 2.0, 0.5, 10**9, "", "5x5", "line", "f" * 64])
    | st.text(max_size=3)
    | st.sampled_from(["x" * 1001, "x" * 1024]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["rows", "columns", "code", "x", "rgb"]), inner, max_size=4
        )
    ),
    max_leaves=6,
)
"""A value that a schema accepts only by chance."""


def near(schema: Schema) -> st.SearchStrategy[Any]:
    """Values that a schema often accepts, with occasional odd ones."""
    if "$ref" in schema:
        return near(SCHEMAS[schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema:
        return st.none() | near(schema["anyOf"][0])
    if "enum" in schema:
        return st.sampled_from(list(schema["enum"])) | ODD
    if schema.get("type") == "array":
        return st.lists(near(schema.get("items", {})), max_size=4) | ODD
    if "properties" in schema:
        optional = {name: near(inner) for name, inner in schema["properties"].items()}
        needed = {name: optional.pop(name) for name in schema.get("required", ())}
        return st.fixed_dictionaries(needed, optional=optional) | ODD
    low, high = schema.get("minimum", 0), schema.get("maximum", 10)
    return st.sampled_from([low, high, low - 1, high + 1]) | ODD


@pytest.mark.parametrize(("name", "schema"), BODIES, ids=[name for name, _ in BODIES])
def test_it_accepts_what_json_schema_accepts(name: str, schema: Schema) -> None:
    faults_of = checker(schema)
    library = STRICT({**schema, "components": {"schemas": SCHEMAS}})
    accepted: set[bool] = set()

    @settings(max_examples=25, derandomize=True)
    @given(near(schema))
    def compare(body: Any) -> None:
        faults = faults_of(body)
        assert (faults == []) == library.is_valid(body), (json.dumps(body), faults)
        assert len(faults) <= 20
        accepted.add(not faults)

    compare()
    assert False in accepted, name


def test_every_fault_has_its_message() -> None:
    """A message for each keyword, with the field, the error and the remedy."""
    whole: Schema = {"type": "integer", "minimum": 1, "maximum": 9}
    schema = record(
        {
            "whole": whole,
            "word": {"enum": [None, "a", "b"]},
            "text": {"type": "string", "maxLength": 3, "pattern": "^x"},
            "list": listed(nullable(whole), minItems=1, maxItems=2),
            "some": {"anyOf": [listed(whole), {"type": "string"}, {"type": "null"}]},
        },
        ("must",),
    )
    wrong = {
        "whole": 0, "word": "c", "text": "abcd", "list": [None, 10, "x"], "some": 8.5, "other": 1,
    }  # fmt: skip
    assert checker(schema)(wrong) == [
        "whole: must be at least 1",
        "word: use one of null, a, b",
        "text: must have at most 3 characters",
        "text: must match ^x",
        "list[1]: must be at most 9",
        "list[2]: must be a whole number, this is a text",
        "list: must have at most 2 items",
        "some: must be a list or a text, this is a number",
        "must is missing",
        "other: no such field; use one of whole, word, text, list, some",
    ]
    assert checker(schema)([]) == ["the body: must be an object, this is a list"]
    assert checker(whole)(True) == ["the body: must be a whole number, this is true or false"]
    assert checker(whole)(10.0) == [
        "the body: must be a whole number, this is a number",
        "the body: must be at most 9",
    ]
    assert len(checker(listed(whole))([0] * 1000)) == 20
