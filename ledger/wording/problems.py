"""Problems in words: what is wrong, and what to do about it."""

from collections.abc import Mapping

from ledger.rules.options import BAD, OPTIONS, Kind
from ledger.rules.problems import Code, Problem
from ledger.rules.seat import Seat
from ledger.rules.unit import Unit, UnreadableAmountError
from ledger.wording.amounts import with_unit
from ledger.wording.houserules import choice_name, option_name
from ledger.wording.language import Language
from ledger.wording.names import isolated
from ledger.wording.terms import Terms, ruleset_name


def sentence(
    problem: Problem, language: Language, *, names: Mapping[Seat, str], unit: Unit, terms: Terms
) -> str:
    """Return `problem` as one sentence in the reader's language; names are never inflected."""
    _ = language.gettext
    name = isolated(names.get(problem.seat, "?")) if problem.seat is not None else ""
    params = dict(problem.params)

    def money(key: str) -> str:
        return with_unit(unit, _number(params.get(key)), language)

    match problem.code:
        case Code.TRICKS_SUM:
            return _tricks_sum(_number(params["total"]), _number(params["tricks"]), language)
        case Code.TRICKS_TO_NON_PLAYER:
            return _("%(name)s: has tricks but is not in.", name=name)
        case Code.TRICKS_NEGATIVE:
            return _("%(name)s: fewer than 0 tricks cannot be.", name=name)
        case Code.TRICKS_NOT_INTEGER:
            return _("Tricks are whole numbers.")
        case Code.TRICKS_WITHOUT_PLAY:
            return _("Tricks are written, but fewer than two are in: who came along?")
        case Code.NO_DECLARER:
            return terms.who_declares
        case Code.ROLE_TWICE:
            return _("%(name)s: stands there twice. Once is enough.", name=name)
        case Code.ALL_MUST_PLAY:
            return _("%(name)s: must play, this deal forces everybody.", name=name)
        case Code.BLIND_NOT_DEALER:
            return _("Only the dealer may declare blind.")
        case Code.BLIND_AFTER_SECOND_TRUMP:
            return _("Blind is only for the first trump card.")
        case Code.TRUMP_CARD_RANGE:
            last = params.get("last")
            if last == 1:
                return _("This game turns one trump card: choose 1.")
            return _("Trump card: choose 1 to %(last)s.", last=last) if last else _("That is no trump card.")
        case Code.DEALER_TRUMP_UNKNOWN:
            return _("Nobody plays: say whether the dealer holds a trump.")
        case Code.DEALER_MUST_PLAY:
            return _("The dealer turned his own card, so he must play.")
        case Code.TRICK_ORDER_MISMATCH:
            return _("Say who won each trick, in order; it must agree with the tricks.")
        case Code.DECLARER_MUST_BE_DEALER:
            return _("In this game the dealer declares.")
        case Code.DECLARER_NOT_IN_RULESET:
            return _("This game has no declarer.")
        case Code.AMOUNT_TOO_LARGE if problem.field.startswith("options."):
            return _("The first pot would be past %(limit)s: lower the antes.", limit=money("limit"))
        case Code.AMOUNT_TOO_LARGE:
            return _(
                "Too much, close this evening: at most %(limit)s.",
                limit=money("limit"),
            )
        case Code.EVENING_CLOSED:
            return _("The evening is closed: reopen it to write.")
        case Code.TOO_MANY:
            return _too_many(str(params["of"]), _number(params["limit"]), language)
        case Code.BAD_TARGET:
            return _("There is nothing to take back.")
        case Code.NOT_SEATED | Code.UNKNOWN_PLAYER:
            return _(
                "%(name)s: does not sit at this table.", name=name or isolated(str(params.get("name", "?")))
            )
        case Code.DUPLICATE_PLAYER:
            return _(
                "%(name)s: another name looks the same. Add an initial to tell them apart.",
                name=isolated(str(params["name"])),
            )
        case Code.PLAYER_COUNT:
            return _(
                "This game is for %(min)s to %(max)s players, here are %(count)s.",
                min=params["min"],
                max=params["max"],
                count=params["count"],
            )
        case Code.UNKNOWN_DEALER:
            return _("Say who deals first.")
        case Code.ANTE_NOT_IN_COINS | Code.POT_NOT_IN_COINS:
            return _(
                "Coins of %(coin)s cannot pay this: %(amount)s.", amount=money("amount"), coin=money("coin")
            )
        case Code.ANTE_NOT_DIVISIBLE:
            return _(
                "The ante must be divisible by %(tricks)s, the tricks of a deal; or allow others below.",
                tricks=params["tricks"],
            )
        case Code.OPTION_VALUE if "key" not in params:
            return _("This is no value that can stand here.")
        case Code.OPTION_VALUE:
            return _option_value(params, unit, language, terms)
        case Code.UNKNOWN_OPTION:
            return _("There is no option called %(key)s.", key=params["key"])
        case Code.UNKNOWN_RULESET:
            return _("There is no such ruleset: choose one of %(known)s.", known=_games(params, language))
        case Code.NOT_IN_RULESET:
            return _("This game has no use for that: leave it out.")
        case Code.POT_NOT_POSITIVE:
            return _("There is nothing in the pot.")
        case Code.POT_TOO_SMALL:
            return _("There is not that much in the pot: only %(amount)s.", amount=money("carried"))
        case Code.ALREADY_SEATED:
            return _("%(name)s: already sits at this table.", name=name)
        case Code.BAD_SHAPE if "key" in params:
            return _("%(key)s stands here twice: leave one of them.", key=isolated(str(params["key"])))
        case Code.BAD_SHAPE:
            return _("This cannot be read. Look it over and send it again.")


def unreadable_amount(error: UnreadableAmountError, language: Language) -> str:
    """Return why a typed amount was not taken; what could be read two ways is shown in both."""
    _ = language.gettext
    if error.code == "ambiguous":
        one, other = error.readings
        return _("This could be %(one)s or %(other)s: write it without grouping.", one=one, other=other)
    if error.code == "too-fine":
        return _("This is finer than the smallest coin.")
    return _("This is no amount: write it like 12 or 2.40.")


def _games(params: Mapping[str, object], language: Language) -> str:
    return ", ".join(ruleset_name(slug, language) for slug in str(params["known"]).split(", "))


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _too_many(what: str, limit: int, language: Language) -> str:
    _ = language.gettext
    if what == "closings":
        return _(
            "An evening in which payments were marked can be opened again %(limit)s times. Start a new one.",
            limit=limit,
        )
    return _("At most %(limit)s people can have a seat in one evening. Start a new one.", limit=limit)


def _tricks_sum(total: int, tricks: int, language: Language) -> str:
    _ = language.gettext
    if total < tricks:
        return _("Tricks still missing: %(num)s of %(tricks)s.", num=tricks - total, tricks=tricks)
    return _("Tricks too many: %(num)s. There are %(tricks)s.", num=total - tricks, tricks=tricks)


def _option_value(params: Mapping[str, object], unit: Unit, language: Language, words: Terms) -> str:
    """Return which values an option takes; where this one is among them, what it must agree with."""
    _ = language.gettext
    key, value = str(params["key"]), params.get("value")
    option, name = OPTIONS[key], option_name(key, language, words)
    least, most = _number(params.get("least")), _number(params.get("most"))
    taken = option.read(value) is not BAD
    choices = [choice_name(key, value, language) for value in str(params["choices"]).split(", ") if value]
    if key == "unit.coin" and unit.denominator == 100:
        told = _("for money choose 0.01, 0.05, 0.10, 0.20 or 0.50.")
    elif taken and value is not None:
        told = _agreement(key, language)
    elif choices:
        told = _("choose one of these: %(choices)s.", choices=", ".join(choices))
    elif option.kind is Kind.FRACTION:
        told = _("a part of the pot, like 2/3, and no more than all of it.")
    elif option.kind is Kind.TEXT:
        told = _("1 to 20 characters.")
    elif option.kind is Kind.AMOUNT and key.startswith("ante.on_empty_pot."):
        told = _("give both antes into an empty pot, or neither.")
    elif option.kind is Kind.AMOUNT:
        told = (
            _("at most %(most)s.", most=with_unit(unit, most, language))
            if isinstance(value, int) and value > most
            else _("at least %(least)s.", least=with_unit(unit, least, language))
        )
    else:
        told = _("a whole number from %(least)s to %(most)s.", least=least, most=most)
    return f"{name}: {told}"


def _agreement(key: str, language: Language) -> str:
    """Return what the value of an option must agree with, where it is fine by itself."""
    _ = language.gettext
    match key:
        case "players.max":
            return _("no fewer than the fewest players.")
        case "unit.denominator":
            return _("choose 1, 2, 4, 10 or 100.")
        case "ante.each":
            return _("somebody must ante, or there is nothing to play for.")
        case "ante.on_empty_pot.each" | "ante.on_empty_pot.dealer":
            return _("give both antes into an empty pot, or neither.")
        case "award.kind":
            return _("with nobody to declare, every trick is paid.")
        case "leftover":
            return _("odd coins go by the order of tricks only where every trick is paid.")
        case "penalty.cap" | "pot_cap":
            return _("a multiple of the smallest coin.")
        case _:
            return _("no more than there are tricks in a deal.")
