"""What the pages let people type: shapes and types only, no rules."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from wtforms import (
    BooleanField,
    DateField,
    HiddenField,
    IntegerField,
    SelectMultipleField,
    StringField,
    TimeField,
)
from wtforms.validators import (
    DataRequired,
    InputRequired,
    Length,
    NumberRange,
    Optional,
    Regexp,
    ValidationError,
)

from ledger.rules.deal import Blind
from ledger.rules.problems import Code, Problem
from ledger.rules.seat import Seat
from ledger.web.draft import Draft

LONGEST_NAME: Final = 40
LONGEST_TEXT: Final = 100
TOKEN: Final = re.compile(r"[\w-]{16,64}\Z", re.ASCII)
WRITE_DAY: Final = _l("Give the date as year, month, day: 2026-11-29.")


@dataclass(frozen=True, slots=True)
class Sent:
    """What identifies an action: its token, and the revision of the book it was made on."""

    token: str
    revision: int


class ActionForm(FlaskForm):  # type: ignore[misc]
    """One action on the book: its token, and the revision whoever acts has seen."""

    class Meta(FlaskForm.Meta):  # type: ignore[misc]
        """Nothing of this form is ever shown, so nothing of it needs to be translated."""

        def get_translations(self, _form: object) -> None:
            """Return none: looking them up costs a tenth of writing a deal."""
            return

    token = HiddenField(validators=[DataRequired(), Regexp(TOKEN)])
    revision = IntegerField(validators=[InputRequired(), NumberRange(min=0)])

    @property
    def sent(self) -> Sent:
        """Return what identifies the action; of a form that has been validated."""
        return Sent(self.token.data or "", self.revision.data or 0)


class ButtonForm(FlaskForm):  # type: ignore[misc]
    """A button, and nothing typed."""


class TakeForm(FlaskForm):  # type: ignore[misc]
    """Taking the book over: `then` is the path of what is to be sent once more after it."""

    then = StringField(validators=[Optional(), Length(max=200)])


class CodeForm(FlaskForm):  # type: ignore[misc]
    """A spoken code, as somebody typed it."""

    letters = StringField(validators=[Optional(), Length(max=60)])


class FlagForm(FlaskForm):  # type: ignore[misc]
    """What a watcher saw as written last: the number of its event."""

    event = IntegerField(validators=[InputRequired()])


class UndoForm(ActionForm):
    """The way back from an action, or to it: how many `events` it has."""

    events = IntegerField(default=1, validators=[Optional(), NumberRange(min=1, max=100)])


class LabelForm(FlaskForm):  # type: ignore[misc]
    """What this phone is called."""

    label = StringField(validators=[Optional(), Length(max=LONGEST_NAME)])


class Day(DateField):
    """A day, with words of our own where it is none."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the day; raises `ValueError` with what to write."""
        try:
            super().process_formdata(valuelist)
        except ValueError:
            raise ValueError(str(WRITE_DAY)) from None


class ClockTime(TimeField):
    """A time of day, with words of our own where it is none."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the time; raises `ValueError` with what to write."""
        try:
            super().process_formdata(valuelist)
        except ValueError:
            raise ValueError(_("Give the time as hours and minutes: 23:30.")) from None


class EveningForm(FlaskForm):  # type: ignore[misc]
    """The plain fields of a new evening; names and house rules are read beside it."""

    token = HiddenField(validators=[DataRequired(), Regexp(TOKEN)])
    title = StringField(
        _l("Title"),
        validators=[Optional(), Length(max=LONGEST_TEXT, message=_l("At most %(max)d characters."))],
    )
    place = StringField(
        _l("Place"),
        validators=[Optional(), Length(max=LONGEST_TEXT, message=_l("At most %(max)d characters."))],
    )
    date = Day(_l("Date"), validators=[InputRequired(WRITE_DAY)])
    until = ClockTime(_l("Play until"), validators=[Optional()])

    def validate_date(self, field: Day) -> None:
        """Refuse a day that no club night is on: the calendar's ends are nobody's evening."""
        if field.data is not None and not 1990 <= field.data.year <= 2100:
            raise ValidationError(str(WRITE_DAY))

    stack = StringField(_l("Starting stack of each player"), validators=[Optional(), Length(max=30)])
    chip = StringField(validators=[Optional(), Length(max=30)])
    currency = StringField(validators=[Optional(), Length(max=30)])


class DealForm(ActionForm):
    """A deal as its page sends it. `draft` is what it says; what cannot be read stays in it as typed.

    `reopen` is what the page of a closed evening sends along, to open the evening again and write the deal:
    the number of the latest event it knew of.
    """

    declarer = StringField()
    joined = SelectMultipleField(coerce=str, validate_choice=False)
    blind = StringField()
    trump_card = StringField()
    fold = BooleanField()
    seven = BooleanField()
    dealer_trump = StringField()
    turned_own = BooleanField()
    order = SelectMultipleField(coerce=str, validate_choice=False)
    reopen = IntegerField(validators=[Optional()])
    seats: tuple[Seat, ...] = ()

    @property
    def reopens(self) -> bool:
        """Return whether it opens a closed evening again."""
        return self.reopen.data is not None

    def draft(self) -> Draft:
        """Return what the form says so far, with a problem for every field that cannot be read."""
        wrong: list[Problem] = []
        tricks, typed = self._tricks(wrong)
        declarer = self._seat(self.declarer.data, wrong)
        named = [self._seat(text, wrong, "deal.joined") for text in (self.joined.data or ())[:40]]
        # A seven brings everybody in; nobody should have to tick them one by one.
        joined = [seat for seat in self.seats if seat != declarer] if self.seven.data else named
        return Draft(
            declarer=declarer,
            nobody=self.declarer.data == "nobody" or bool(self.fold.data),
            joined=tuple(seat for seat in self.seats if seat in joined),
            tricks=tricks,
            typed=typed,
            blind=self._blind(wrong),
            trump_card=self._trump_card(wrong),
            seven=bool(self.seven.data),
            dealer_has_trump={"yes": True, "no": False}.get(self.dealer_trump.data or ""),
            dealer_turned_own=bool(self.turned_own.data),
            trick_order=self._order(wrong),
            unreadable=tuple(wrong),
        )

    def _tricks(self, wrong: list[Problem]) -> tuple[dict[Seat, int], dict[Seat, str]]:
        tricks, typed = {}, {}
        for seat in self.seats:
            text = str(self[f"tricks_{seat}"].data or "").strip()
            if re.fullmatch(r"-?[0-9]{1,4}", text):
                tricks[seat] = int(text)
            elif text:
                typed[seat] = text[:20]
                wrong.append(Problem(code=Code.TRICKS_NOT_INTEGER, field="deal.tricks", seat=seat))
        return tricks, typed

    def _seat(self, text: str | None, wrong: list[Problem], field: str = "deal.declarer") -> Seat | None:
        if not text or text == "nobody":
            return None
        seat = next((seat for seat in self.seats if str(seat) == text), None)
        if seat is None:
            # Who sat here once, and left since, is called by name.
            who = Seat(int(text)) if re.fullmatch(r"[0-9]{1,4}", text) else None
            wrong.append(Problem(code=Code.UNKNOWN_PLAYER, field=field, seat=who, params={"name": "?"}))
        return seat

    def _blind(self, wrong: list[Problem]) -> Blind | None:
        text = self.blind.data or ""
        if text and text not in {blind.value for blind in Blind}:
            wrong.append(Problem(code=Code.BAD_SHAPE, field="deal.blind"))
            return None
        return Blind(text) if text else None

    def _trump_card(self, wrong: list[Problem]) -> int:
        text = self.trump_card.data or "1"
        if len(text) > 2 or not (text.isascii() and text.isdigit()):
            wrong.append(Problem(code=Code.TRUMP_CARD_RANGE, field="deal.trump_card"))
            return 1
        return int(text)

    def _order(self, wrong: list[Problem]) -> tuple[Seat | None, ...]:
        return tuple(self._seat(text, wrong, "deal.trick_order") for text in (self.order.data or ())[:20])


@lru_cache(maxsize=64)
def _deal_form(seats: tuple[Seat, ...]) -> type[DealForm]:
    fields: dict[str, Any] = {f"tricks_{seat}": StringField() for seat in seats}
    return type("SeatedDealForm", (DealForm,), {"seats": seats, **fields})


def deal_form(seats: tuple[Seat, ...]) -> DealForm:
    """Return the form of a deal among `seats`."""
    return _deal_form(seats)()
