"""The way to settle as its form shows and reads it: fewest payments, through one place, in whole coins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from ledger.evening.state import State
from ledger.evening.way import Mode, Way
from ledger.rules.seat import LIMIT, POT, Party, Seat
from ledger.rules.unit import Unit
from ledger.web.language import current
from ledger.web.worth import chosen_currency, money_of, read_chip
from ledger.wording.amounts import amount, unit_word, with_unit

_COINS: Final = (5, 10, 50, 100)


@dataclass(frozen=True, slots=True, kw_only=True)
class WayForm:
    """What the form says; `flaws` by field.

    *Attributes*: `money`, whether the evening is counted in money already, so that a chip has no value of its
    own; `coins` and `parties` to choose from, each a value, what it is called, and whether it is chosen.
    """

    mode: str
    chip: str
    currency: str
    money: bool
    unit: str
    coins: Sequence[tuple[str, str, bool]]
    parties: Sequence[tuple[str, str, bool]]
    flaws: Mapping[str, str] = field(default_factory=dict)

    @property
    def shipped(self) -> bool:
        """Return whether it says what it says when nobody has touched it."""
        return not self.flaws and self.mode == Mode.FEWEST.value and not self.chip


def shown(state: State, names: Mapping[Seat, str], way: Way) -> WayForm:
    """Return the form with `way` on it."""
    chip = "" if way.chip is None else money_of(way.currency).plain(way.chip)
    return _form(
        state,
        names,
        {
            "mode": way.mode.value,
            "chip": chip,
            "currency": way.currency,
            "coin": str(way.coin),
            "through": str(POT if way.through is None else way.through),
        },
    )


def read(sent: MultiDict[str, str], state: State, names: Mapping[Seat, str]) -> tuple[Way, WayForm]:
    """Return the way that a form says, and the form again, with its flaws where it cannot be taken."""
    form = _form(state, names, sent)
    flaws: dict[str, str] = {}
    if form.mode not in {mode.value for mode in Mode}:
        return Way(), replace(form, mode=Mode.FEWEST.value, flaws={"mode": _("Choose one of these.")})
    mode = Mode(form.mode)
    chip, flaws["chip"] = (None, "") if form.money else read_chip(form.chip, form.currency)
    if chip is not None and _too_large(state, chip):
        flaws["chip"] = _("Balances would become too large with that.")
    coin, flaws["coin"] = _coin(sent, state.ruleset.unit, chip) if mode is Mode.COINS else (1, "")
    through: Party | None = None
    if mode is Mode.THROUGH:
        through = next((party for party in _parties(state) if str(party) == sent.get("through")), None)
        flaws["through"] = "" if through is not None else _("Choose one of these.")
    way = Way(
        mode=mode, through=through, coin=coin, chip=chip, currency=form.currency if chip is not None else ""
    )
    return way, replace(form, flaws={name: said for name, said in flaws.items() if said})


def _form(state: State, names: Mapping[Seat, str], sent: Mapping[str, str]) -> WayForm:
    unit, language = state.ruleset.unit, current()
    money = unit.is_money
    coins = [(str(coin), amount(money_of(unit.name), coin, language)) for coin in _COINS]
    if not money and unit.denominator > 1:
        coins.insert(0, ("whole", with_unit(unit, unit.denominator, language)))
    chosen = sent.get("coin", "")
    called = {POT: _("Till"), **names}
    return WayForm(
        mode=sent.get("mode", Mode.FEWEST.value),
        chip=sent.get("chip", "")[:30],
        currency=chosen_currency(sent.get("currency")),
        money=money,
        unit=unit_word(unit, language, plural=False),
        coins=[(value, text, value == chosen) for value, text in coins],
        parties=[
            (str(party), called[party], str(party) == sent.get("through", "")) for party in _parties(state)
        ],
    )


def _parties(state: State) -> list[Party]:
    return [POT, *state.balances]


def _coin(sent: Mapping[str, str], unit: Unit, chip: int | None) -> tuple[int, str]:
    """Return the coin to pay in (smallest units of what is paid in), and the flaw."""
    text = sent.get("coin", "")
    in_money = chip is not None or unit.is_money
    if text in map(str, _COINS) and in_money:
        return int(text), ""
    if text == "whole" and chip is None:
        return unit.denominator, ""
    if text == "whole" or in_money:
        return 1, _("Choose the smallest coin.")
    return 1, _("Coins are for money: say what a chip is worth, or choose another way.")


def _too_large(state: State, chip: int) -> bool:
    """Return whether somebody's balance would be past what amounts may be, once it is money."""
    return max(map(abs, (*state.balances.values(), state.carried)), default=0) * chip > LIMIT
