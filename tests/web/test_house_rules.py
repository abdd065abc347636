"""House rules on the form of a new evening: shipped values filled in, amounts as people type them."""

from collections.abc import Sequence

import pytest

from ledger.extensions import db
from ledger.rules.builder import values_of
from ledger.rules.catalogue import SHIPPED, find, shipped_values
from ledger.rules.options import OPTIONS
from ledger.rules.problems import Code
from ledger.rules.unit import UnreadableAmountError
from ledger.store import queries
from ledger.wording.problems import unreadable_amount
from tests.web.evening import Evening
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.words import ENGLISH, house_rule, problem

THREE = ("Anna", "Ben", "Carla")


def start(phone: Phone, slug: str, **options: str | Sequence[str] | None) -> Page:
    """Try to start an evening with these house rules."""
    path = f"/new/{slug}"
    typed: dict[str, str | Sequence[str] | None] = {f"opt__{key}": value for key, value in options.items()}
    return phone.press(phone.get(path), path, name=THREE, **typed)


def pot(phone: Phone, page: Page) -> str:
    """Return what the table that `page` leads to says is in the pot."""
    return phone.follow(page).root.one("h1", class_="pot").text.removeprefix("Pot ")


@pytest.mark.parametrize("slug", SHIPPED)
def test_shipped_values_are_filled_in_and_change_nothing(phone: Phone, slug: str) -> None:
    evening = Evening.starts(phone, slug, THREE)
    assert "This table plays without house rules of its own." in evening.page("rules").text


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_option_that_means_something_is_offered(phone: Phone, slug: str) -> None:
    offered = {name for name in phone.get(f"/new/{slug}").form(slug).names if name.startswith("opt-")}
    assert {f"opt-{key}" for key in ("ante.each", "leftover", "penalty.joiner", "pot_cap", "end")} <= offered
    assert offered <= {f"opt-{key}" for key in OPTIONS}
    for key, value in shipped_values(slug).items():
        # What makes the game the game it is stays as it is.
        if key in ("tricks", "declarer", "players.min", "players.max", "unit.denominator"):
            assert f"opt-{key}" not in offered, (key, value)


NO_DECLARER = {
    *("award.kind", "award.share", "quota.declarer", "penalty.declarer", "forced.seven_declarer_penalty"),
}
NO_FORCED_DEAL = {"forced.triggers", "forced.seven_quota", "forced.seven_declarer_penalty"}
NEVER_PASSED_OUT = {"passed_out.procedure", "passed_out.redeals", "passed_out.ante"}
MEANS_NOTHING = {
    "chratze": {"unit.name", *NO_FORCED_DEAL},
    "chratze-cash": NO_FORCED_DEAL,
    "kratzen": {"unit.name", "ask_from", *NEVER_PASSED_OUT},
    "zwicken": {"unit.name", "ask_from", *NO_DECLARER, *NO_FORCED_DEAL},
}


@pytest.mark.parametrize(("slug", "hidden"), MEANS_NOTHING.items())
def test_only_what_means_nothing_in_a_game_is_not_offered(phone: Phone, slug: str, hidden: set[str]) -> None:
    frame = {"tricks", "declarer", "players.min", "players.max", "unit.denominator"}
    offered = [name for name in phone.get(f"/new/{slug}").form(slug).names if name.startswith("opt-")]
    assert offered == [f"opt-{key}" for key in OPTIONS if key not in hidden | frame]


FROZEN = [
    ("chratze", {"direction": "left"}),
    ("chratze", {"award.share": "3/4", "leftover": "seat-order"}),
    ("chratze", {"award.kind": "per-trick", "leftover": "trick-order", "ante.indivisible": "yes"}),
    ("chratze", {"ask_from": "forehand", "end": "free", "penalty.basis": "paid-out"}),
    ("chratze-cash", {"direction": "left", "unit.name": "EUR", "passed_out.procedure": "reante"}),
    ("kratzen", {"direction": "right", "leftover": "trick-order", "end": "no-failure"}),
    ("kratzen", {"award.kind": "declarer-share", "award.share": "1/2"}),
    ("zwicken", {"direction": "right", "leftover": "trick-order", "ante.when": "pot-empty"}),
]


@pytest.mark.parametrize(("slug", "options"), FROZEN)
def test_evening_freezes_what_was_chosen(phone: Phone, slug: str, options: dict[str, str]) -> None:
    evening = Evening.starts(
        phone, slug, THREE, **{f"opt__{key.replace('.', '__')}": typed for key, typed in options.items()}
    )
    with phone.app.app_context():
        opened = queries.evening(db.session(), evening.id)
    assert opened is not None
    frozen = {key: value for key, value in values_of(opened.head.state.ruleset).items() if key in options}
    assert frozen == {key: typed == "yes" or typed for key, typed in options.items()}
    assert values_of(opened.head.state.ruleset) == {**values_of(find(slug)), **frozen}


def test_order_of_the_tricks_is_for_games_that_pay_by_tricks(phone: Phone) -> None:
    page = start(phone, "chratze", leftover="trick-order")
    assert page.status == 422
    assert page.flaw_of("opt-leftover")
    assert "only where the pot is shared by tricks" in page.root.one(id="opt-leftover-hint").text


def test_share_is_shown_how_it_is_written(phone: Phone) -> None:
    page = phone.get("/new/chratze")
    field = page.root.one("input", name="opt-award.share")
    assert "2/3" in page.root.one(id=field.get("aria-describedby")).text


def test_chratze_paid_by_tricks_in_their_order_is_written(phone: Phone) -> None:
    options = {"award__kind": "per-trick", "leftover": "trick-order", "ante__indivisible": "yes"}
    evening = Evening.starts(phone, names=THREE, **{f"opt__{key}": typed for key, typed in options.items()})
    order = [evening.seat(name) for name in ("Ben", "Anna", "Anna", "Ben")]
    evening.write(declarer="Anna", joined=["Ben"], tricks={"Anna": 2, "Ben": 2}, order=order)
    # Of 3 in the middle no trick wins a whole chip: the first 3 tricks take one each.
    assert evening.balances() == {"Anna": "+1", "Ben": "0", "Carla": "−1"}


@pytest.mark.parametrize("typed", ["0.40", "0,40", "0.4", " 0.40 ", "+0.40", "2/5"])
def test_comma_and_point_are_both_taken(phone: Phone, typed: str) -> None:
    assert pot(phone, start(phone, "chratze-cash", ante__each=typed, ante__dealer=typed)) == "1.20"


@pytest.mark.parametrize(
    ("typed", "shown"), [("1’234", "3702"), ("1 234", "3702"), ("1\u00a0234", "3702"), ("1\u202f234", "3702")]
)
def test_grouped_amounts_are_taken(phone: Phone, typed: str, shown: str) -> None:
    assert pot(phone, start(phone, "chratze", ante__each=typed, ante__dealer=typed)) == shown


@pytest.mark.parametrize("typed", ["1.500", "1,500", "12.345"])
@pytest.mark.parametrize("slug", ["chratze", "chratze-cash"])
def test_amount_that_could_be_two_is_refused_in_both_readings(phone: Phone, slug: str, typed: str) -> None:
    page = start(phone, slug, ante__each=typed)
    assert page.status == 422
    flaw = page.flaw_of("opt-ante.each")
    whole, decimals = typed.replace(",", ".").split(".")
    assert f"{whole}.{decimals}" in flaw
    assert f"{whole}{decimals}" in flaw
    assert page.root.one("input", name="opt-ante.each").get("value") == typed


@pytest.mark.parametrize(("typed", "shown"), [("¼", "¾"), ("1/2", "1½"), ("1 1/4", "3¾"), ("2¼", "6¾")])
def test_quarters_are_taken_where_there_are_quarters(phone: Phone, typed: str, shown: str) -> None:
    options = {"ante__indivisible": "yes", "ante__each": typed, "ante__dealer": typed}
    empty = {"ante__on_empty_pot__each": "", "ante__on_empty_pot__dealer": ""}
    assert pot(phone, start(phone, "kratzen", **options, **empty)) == shown


def wrong(code: str) -> str:
    """Return what is said of an amount that cannot be read."""
    return unreadable_amount(UnreadableAmountError(code), ENGLISH)


@pytest.mark.parametrize(
    ("slug", "key", "typed", "sentence"),
    [
        ("chratze", "ante.each", "x", wrong("not-a-number")),
        ("chratze", "ante.each", "½", wrong("too-fine")),
        ("chratze-cash", "ante.each", "0.001", wrong("too-fine")),
        ("chratze-cash", "ante.each", "0.22", "CHF\u00a00.22"),
        ("chratze-cash", "ante.each", "0.22", "CHF\u00a00.05"),
        ("chratze-cash", "unit.coin", "0.03", "0.01, 0.05, 0.10, 0.20 or 0.50."),
        ("zwicken", "ante.dealer", "4", problem(Code.ANTE_NOT_DIVISIBLE, amount=4, coin=1, tricks=3)),
    ],
)
def test_what_is_wrong_with_an_amount_is_said_at_its_field(
    phone: Phone, slug: str, key: str, typed: str, sentence: str
) -> None:
    page = start(phone, slug, **{key.replace(".", "__"): typed})
    assert page.status == 422
    assert sentence in page.flaw_of(f"opt-{key}")
    assert page.root.one("input", name=f"opt-{key}").get("value") == typed


DO_NOT_FIT = {
    "chratze": {
        "ante.each": "",
        "unit.coin": "0",
        "award.share": "3/2",
        "quota.declarer": "5",
        "quota.joiner": "1.5",
        "penalty.cap": "0",
        "pot_cap": "9" * 25,
        "passed_out.redeals": "99",
    },
    "chratze-cash": {"ante.each": "-1", "unit.name": "", "award.share": "half"},
    "kratzen": {"ante.on_empty_pot.dealer": "", "forced.seven_quota": "", "penalty.joiner": "x"},
    "zwicken": {"ante.dealer": "", "quota.joiner": "4", "unit.coin": "-3"},
}


@pytest.mark.parametrize(("slug", "options"), DO_NOT_FIT.items())
def test_values_that_do_not_fit_are_all_told_by_name_each_at_its_field(
    phone: Phone, slug: str, options: dict[str, str]
) -> None:
    page = start(phone, slug, **{key.replace(".", "__"): typed for key, typed in options.items()})
    assert page.status == 422
    for key, typed in options.items():
        assert page.flaw_of(f"opt-{key}").startswith(house_rule(key, slug)), key
        assert page.root.one("input", name=f"opt-{key}").get("value") == typed


def test_choice_that_the_form_does_not_offer_is_told_at_its_field(phone: Phone) -> None:
    for slug, key in (
        ("chratze", "leftover"),
        ("chratze", "passed_out.procedure"),
        ("kratzen", "forced.triggers"),
    ):
        page = start(phone, slug, **{key.replace(".", "__"): "everywhere"})
        assert page.status == 422
        assert house_rule(key, slug) in page.root.one(id=f"opt-{key}-flaw").text
        (told,) = [
            field for field in page.root.all() if field.get("aria-describedby").endswith(f"opt-{key}-flaw")
        ]
        assert told.tag == "fieldset" or (told.tag, told.get("aria-invalid")) == ("select", "true"), key


def test_rules_of_the_house_are_what_is_played(phone: Phone) -> None:
    options = {
        "opt__ante__each": "6",
        "opt__ante__dealer": "6",
        "opt__award__share": "1/2",
        "opt__pot_cap": "10",
    }
    evening = Evening.starts(phone, names=THREE, **options)
    evening.write(declarer="Anna", joined=["Ben"], tricks={"Ben": 2})
    # 18 are in the middle, 10 of them in play, half of which is Anna's.
    assert evening.balances() == {"Anna": "−1", "Ben": "−1", "Carla": "−6"}
    assert evening.pot() == "8"


def test_later_evening_of_the_same_game_has_the_shipped_rules_again(phone: Phone) -> None:
    Evening.starts(phone, names=THREE, opt__ante__each="6", opt__ante__dealer="6")
    assert phone.get("/new/chratze").form("/new/chratze").fields["opt-ante.each"] == "1"
