# SPDX-License-Identifier: MIT
"""From the bytes of a request to the bytes of its reply.

Only this module parses what clients send. It checks the query and the JSON of the body against the
schemas of the endpoint, and then calls the function that the table names. It runs in the processes
of the server (``work``) and, without a server, in workers of the browser (``tab``).
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from nonosat.errors import NonosatError
from nonosat.limits import GRACE_SECONDS, Cancellation, Limits
from nonosat.web.endpoints import ENDPOINTS, Endpoint
from nonosat.web.handlers.call import Call
from nonosat.web.requests import JSON, Reply, Request, RequestError, error_reply, json_reply
from nonosat.web.schemas import Schema, checker, form
from nonosat.workers.channel import Begun

sys.set_int_max_str_digits(0)  # a count may have more digits than Python converts by default


def answer(request: Request, emit: Callable[[object], None], cancel: Cancellation) -> Reply:
    """Answer a request. The events of a stream are emitted before the function returns."""
    emit(Begun())
    endpoint = ENDPOINTS[request.endpoint]
    try:
        function = _function(endpoint)  # imports do not count against the time limit
        data = {} if endpoint.upload or endpoint.body is None else _body(request, endpoint)
        fields = _fields(request, endpoint)
        seconds = min(float({**fields, **data}.get("time_limit", request.usual)), request.seconds)
        emit(Begun(seconds + GRACE_SECONDS))
        budget = Limits(time_limit=seconds, cancel=cancel)
        answered = function(Call(request, data, fields, budget, emit))
    except NonosatError as error:
        return error_reply(error)
    except RecursionError:
        return error_reply(RequestError("the JSON is nested too deeply"))
    except MemoryError:
        return error_reply(RequestError("the memory limit was reached", 503))
    if isinstance(answered, Reply):
        return answered
    return json_reply(answered, endpoint.status)


def _function(endpoint: Endpoint) -> Callable[[Call], Any]:
    module, _, name = endpoint.run.partition(":")
    function: Callable[[Call], Any] = getattr(import_module(f"{__name__}.{module}"), name)
    return function


def _body(request: Request, endpoint: Endpoint) -> dict[str, Any]:
    if request.content.partition(";")[0].strip().lower() != JSON:
        raise RequestError(f"the body must be JSON: send the header content-type: {JSON}", 415)
    try:
        data: dict[str, Any] = json.loads(request.body, parse_constant=_no_number)
    except (ValueError, UnicodeDecodeError) as error:
        raise RequestError(f"the body is not valid JSON: {error}") from None
    _refuse(_checks(endpoint.name)[0](data))
    return data


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def _fields(request: Request, endpoint: Endpoint) -> dict[str, Any]:
    """The fields of the query, converted to their types."""
    schemas = endpoint.fields
    found = {name: _value(text, schemas.get(name, {})) for name, text in request.fields.items()}
    _refuse(_checks(endpoint.name)[1](found))
    return found


@cache
def _checks(name: str) -> tuple[Callable[[object], list[str]], Callable[[object], list[str]]]:
    """The checks of the body and of the query of an endpoint."""
    endpoint = ENDPOINTS[name]
    return checker(endpoint.body or {}), checker(form(endpoint.query))


def _refuse(faults: list[str]) -> None:
    if faults:
        raise RequestError("; ".join(faults[:3]), faults=tuple(faults))


_WHOLE = re.compile("-?[0-9]+")


def _value(text: str, schema: Schema) -> object:
    """A value of the query in the type of its schema; the text itself if it does not convert."""
    match schema.get("type"):
        case "integer":
            return int(text) if _WHOLE.fullmatch(text) else text
        case "number":
            try:
                number = float(text)
            except ValueError:
                return text
            return number if math.isfinite(number) else text
        case "boolean":
            return {"true": True, "1": True, "false": False, "0": False}.get(text, text)
        case _:
            return text
