"""The record page while parts of it are late or never come: nothing tapped is lost, whatever came is used."""

from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.phone import Phones
from tests.browser.tablepage import TablePage

WORDS: Final = "**/shell?**"
WRITTEN: Final = "Deal 1 Dan +4 · Carla +1"


def abort(route: Route) -> None:
    """Let no answer come."""
    route.abort()


def opened(phones: Phones) -> tuple[Page, Evening]:
    """Return a phone that writes, and its evening."""
    page = phones.take()
    return page, Evening.starts(page, "chratze", FIVE)


def test_what_is_tapped_before_the_words_come_counts(phones: Phones) -> None:
    page, evening = opened(phones)
    held: list[Route] = []
    page.route(WORDS, lambda route: held.append(route))
    table = TablePage.opened(page, evening.path)
    table.tap("Dan")
    table.plus("Carla")
    assert table.shown("Dan").role == "Chratzer"
    expect(table.says).to_have_text("")
    held.pop().continue_()
    expect(table.says).to_have_text("Pot 5 → 5")
    assert table.shown("Dan").result == "+4"


def test_a_deal_is_written_though_the_words_never_come(phones: Phones) -> None:
    page, evening = opened(phones)
    page.route(WORDS, abort)
    table = TablePage.opened(page, evening.path)
    table.tap("Dan")
    table.plus("Carla")
    table.button.tap()
    expect(table.said).to_have_text(WRITTEN)


def test_words_that_did_not_come_are_asked_for_again(phones: Phones) -> None:
    page, evening = opened(phones)
    page.route(WORDS, abort, times=2)
    table = TablePage.opened(page, evening.path)
    table.tap("Dan")
    expect(table.says).to_have_text("Nobody came along: \u2068Dan\u2069 takes 5", timeout=10_000)


@pytest.mark.parametrize("part", ["doubt.js", "decision.js"])
def test_a_person_is_asked_though_what_asks_came_late(phones: Phones, part: str) -> None:
    page, evening = opened(phones)
    second = phones.take()
    second.goto(evening.links()[1])
    with page.expect_response(WORDS):
        table = TablePage.opened(page, evening.path)
    page.context.set_offline(True)
    for name in ("Dan", "Ben"):
        table.tap(name)
        expect(table.button).not_to_have_attribute("data-unready", "1")
        table.button.tap()
        expect(page.locator(".beside-deal")).to_be_visible()
    other = TablePage(second)
    other.tap("Eva")
    other.write()
    page.route(f"**/{part}", abort, times=1)
    page.context.set_offline(False)
    doubt = page.locator("#doubt")
    expect(doubt.locator(".came")).to_contain_text("Eva")
    expect(doubt.locator(".mine li")).to_have_count(2)
