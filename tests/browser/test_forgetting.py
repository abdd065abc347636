"""A phone whose link was revoked: whatever it kept of the evening is gone, wherever it learns of that."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.offline import WITH_WORKER, away, keeps, with_unsent, worked
from tests.browser.phone import Phones


def revoked(phones: Phones, evening: Evening) -> None:
    """Have somebody else at the table revoke the link to write."""
    other = phones.take()
    other.request.get(evening.links()[1])
    Evening(other.context.request, evening.path, FIVE).act("links/write")


def shut_out(phones: Phones) -> tuple[Evening, Page]:
    """Return an evening whose link was revoked while its phone was away with a deal that was not sent."""
    page, evening, _table = with_unsent(phones)
    away(page)
    revoked(phones, evening)
    page.context.set_offline(False)
    return evening, page


def noted(page: Page, evening: Evening, place: Locator) -> None:
    """See that what was never sent is told, and kept until somebody has noted it."""
    expect(place.locator(".lost li")).to_contain_text("Deal 1")
    keeps(page, evening.id)
    place.get_by_role("button", name="Noted, put it away").tap()
    expect(place.locator(".lost")).to_be_hidden()
    keeps(page)


def test_a_revoked_link_erases_the_evening_from_the_phone(phones: Phones) -> None:
    page, evening, _table = with_unsent(phones)
    revoked(phones, evening)
    page.context.set_offline(False)
    gone = page.locator("#gone")
    expect(gone).to_contain_text("keeps nothing of it any more")
    noted(page, evening, gone)


def test_a_phone_that_was_away_forgets_what_it_may_not_open(phones: Phones) -> None:
    evening, page = shut_out(phones)
    answer = page.goto(evening.path)
    assert answer is not None
    assert answer.status == 404
    noted(page, evening, page.locator("#main"))


def test_the_start_page_forgets_what_this_phone_may_not_open(phones: Phones) -> None:
    page = phones.take(WITH_WORKER)
    evening, other = (Evening.starts(page, "chratze", FIVE) for _evening in range(2))
    for one in (evening, other):
        worked(page, one.path)
        keeps(page, *{evening.id, one.id})
    away(page)
    revoked(phones, evening)
    page.goto("/")
    keeps(page, other.id)


def test_the_start_page_tells_what_was_never_sent(phones: Phones) -> None:
    evening, page = shut_out(phones)
    page.goto("/")
    noted(page, evening, page.locator("#past"))
    expect(page.locator("#past")).to_be_hidden()
