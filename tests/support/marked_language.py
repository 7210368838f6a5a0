# SPDX-License-Identifier: MIT
"""A language of English texts in angles: what has no angles is not translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from nonosat import languages
from nonosat.languages import Language, Text
from nonosat.languages.english import TEXTS


def _marked(text: Text) -> Text:
    return f"<{text}>" if isinstance(text, str) else tuple(f"<{form}>" for form in text)


@contextmanager
def marked_language() -> Iterator[str]:
    """The code of the language, which is that of a known one: in this process only."""
    say = Language()
    say.code = "de"
    say._texts = {
        key: text if key.startswith(("number.", "clue.block")) else _marked(text)
        for key, text in TEXTS.items()
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(languages, "_language", lambda code: say)
        yield say.code


def is_marked(sentence: str) -> bool:
    """Whether a sentence is a text of that language as a whole."""
    return re.fullmatch(r"\s*<.*>", sentence, re.DOTALL) is not None


def unmarked(sentence: str) -> str:
    """The English sentence."""
    return sentence.replace("<", "").replace(">", "")
