"""What the pages should say, asked of the wording: which sentence stands where, not how it reads."""

from typing import Any, Final

from ledger.rules.catalogue import find, terms_of
from ledger.rules.problems import Code, Problem
from ledger.rules.seat import Seat
from ledger.wording.houserules import option_name
from ledger.wording.language import Language, language
from ledger.wording.problems import sentence
from ledger.wording.terms import terms
from tests.web.page import as_read

ENGLISH: Final = language("en")
_SOMEBODY: Final = Seat(0)


def problem(
    code: Code, game: str = "chratze", /, *, player: str = "", spoken: Language = ENGLISH, **params: Any
) -> str:
    """Return the sentence of a problem in a game; `player` is whom it concerns."""
    wrong = Problem(code=code, field="deal", seat=_SOMEBODY if player else None, params=params)
    words = terms(terms_of(game), spoken)
    return as_read(sentence(wrong, spoken, names={_SOMEBODY: player}, unit=find(game).unit, terms=words))


def house_rule(key: str, slug: str = "chratze", spoken: Language = ENGLISH) -> str:
    """Return what a house rule is called in a game."""
    return option_name(key, spoken, terms(terms_of(slug), spoken))
