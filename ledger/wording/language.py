"""Languages of the interface: one value that translates, and says how numbers and dates look."""

import datetime
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from babel import Locale
from babel.dates import format_date, format_time
from babel.support import NullTranslations, Translations

LANGUAGES: Final = ("en", "de")
_DAYS: Final = {"en": "en_GB"}
"""Where the days of a language are written as in one of its countries: day, month, year."""
_CATALOGUES: Final = Path(__file__).parent.parent / "translations"


@dataclass(frozen=True, slots=True)
class Language:
    """One language of the interface."""

    code: str
    catalogue: NullTranslations

    def gettext(self, message: str, **params: object) -> str:
        """Return `message` in this language, `params` filled in."""
        text = str(self.catalogue.gettext(message))
        return text % params if params else text

    def ngettext(self, one: str, many: str, count: int, **params: object) -> str:
        """Return the form of the message that fits `count`, which fills in `%(num)s`."""
        return str(self.catalogue.ngettext(one, many, count)) % {"num": count, **params}

    def date(self, day: datetime.date) -> str:
        """Return `day` in words."""
        return format_date(day, format="long", locale=_DAYS.get(self.code, self.code))

    def time(self, moment: datetime.datetime) -> str:
        """Return the clock time of `moment`, 24 hours."""
        return format_time(moment, "HH:mm", locale=self.code)

    @property
    def name(self) -> str:
        """Return the language's own name for itself."""
        return (Locale(self.code).get_display_name() or self.code).capitalize()


@lru_cache(maxsize=len(LANGUAGES))
def language(code: str) -> Language:
    """Return the language `code` (one of `LANGUAGES`)."""
    return Language(code, Translations.load(str(_CATALOGUES), [code]))
