"""House rules of a new evening that cannot be: told at their field, with what would be taken."""

from collections.abc import Mapping

import pytest

from tests.web.conftest import Reader
from tests.web.newform import THREE, start
from tests.web.phone import Phone

# A house rule that cannot be, and what the form says would be taken.
ACCEPTED = [
    (
        "chratze",
        {"award.share": "3/2"},
        "award.share",
        "a part of the pot, like 2/3, and no more than all of it.",
    ),
    ("chratze", {"unit.coin": "0"}, "unit.coin", "at least 1"),
    ("chratze", {"unit.coin": "9" * 16}, "unit.coin", "at most 1"),
    ("chratze", {"ante.each": "0", "ante.dealer": "0"}, "ante.each", "somebody must ante,"),
    ("chratze", {"quota.declarer": "9"}, "quota.declarer", "no more than there are tricks in a deal."),
    ("chratze", {"quota.joiner": "9"}, "quota.joiner", "no more than there are tricks in a deal."),
    (
        "chratze",
        {"ante.on_empty_pot.each": "1"},
        "ante.on_empty_pot.dealer",
        "give both antes into an empty pot",
    ),
    ("chratze", {"leftover": "trick-order"}, "leftover", "only where every trick is paid."),
    (
        "chratze",
        {"unit.coin": "2", "ante.each": "2", "ante.dealer": "2", "pot_cap": "3"},
        "pot_cap",
        "a multiple of",
    ),
    ("chratze-cash", {"unit.coin": "0.03"}, "unit.coin", "choose 0.01, 0.05, 0.10, 0.20 or 0.50."),
    ("chratze-cash", {"unit.name": "x" * 21}, "unit.name", "1 to 20 characters."),
]


@pytest.mark.parametrize(("slug", "typed", "told", "accepted"), ACCEPTED)
def test_house_rule_that_cannot_be_says_what_would_be_taken(
    phone: Phone, slug: str, typed: Mapping[str, str], told: str, accepted: str
) -> None:
    page = start(phone, slug, **{f"opt-{key}": text for key, text in typed.items()})
    assert page.status == 422
    assert accepted in page.flaw_of(f"opt-{told}")


@pytest.mark.parametrize(
    ("slug", "typed", "told"),
    [
        ("chratze", {"ante.each": "1000000000000000"}, "ante.each"),
        ("chratze", {"ante.dealer": "1000000000000000"}, "ante.dealer"),
        (
            "chratze",
            {"ante.on_empty_pot.each": "1000000000000000", "ante.on_empty_pot.dealer": "0"},
            "ante.on_empty_pot.each",
        ),
        ("chratze-cash", {"ante.each": "5000000000000.00"}, "ante.each"),
    ],
)
def test_first_pot_past_every_limit_is_told_at_its_ante_and_nothing_typed_is_lost(
    phone: Phone, stored: Reader, slug: str, typed: Mapping[str, str], told: str
) -> None:
    before = stored()
    options = {f"opt-{key}": text for key, text in typed.items()}
    page = start(phone, slug, title="Friday", **options)
    assert page.status == 422
    assert page.flaw_of(f"opt-{told}").startswith("The first pot would be past ")
    shown = page.form(f"/new/{slug}").fields
    assert {key: shown[key] for key in options} == options
    assert (shown["title"], tuple(shown.getlist("name"))) == ("Friday", THREE)
    assert stored() == before
