"""A push reaches a real service worker, which shows a notice; the page offers to be added."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.waiting import wait_until
from tests.web.conftest import NewPage
from tests.web.server import OnlineServer
from tests.web.test_accessibility import faults
from tests.web.test_online import register

pytestmark = [pytest.mark.slow, pytest.mark.web]
WORKER = "/static/js/push/worker.js"
REGISTER = """async (path) => {
  const registration = await navigator.serviceWorker.register(path);
  const begins = registration.installing ?? registration.waiting;
  if (!registration.active && begins) {
    await new Promise((done) => begins.addEventListener("statechange",
      () => begins.state === "activated" && done(null)));
  }
}"""
SHOWN = """async () => {
  const registrations = await navigator.serviceWorker.getRegistrations();
  const found = await registrations[0].getNotifications();
  return found.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
}"""


def test_a_push_is_shown(new_page: NewPage, online: OnlineServer) -> None:
    page = new_page(base_url=online.url)
    page.context.grant_permissions(["notifications"], origin=online.url)
    register(page, "Anna")
    page.goto("/settings/notices")
    expect(page.locator("#push button")).to_be_visible()
    expect(page.locator("#push-needs")).to_have_count(0)
    assert page.locator("#push").get_attribute("data-worker") == WORKER
    assert faults(page) == []

    page.evaluate(REGISTER, WORKER)
    browser = page.context.new_cdp_session(page)
    found: list[str] = []
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    browser.send("ServiceWorker.enable")
    wait_until(lambda: page.title() and found)  # what the browser tells comes while it is asked
    for text in ("Something waits.", "Something else waits."):
        told = json.dumps({"text": text, "path": "/game/g", "topic": "t"}).ljust(2000)
        message = {"origin": online.url, "registrationId": found[0], "data": told}
        browser.send("ServiceWorker.deliverPushMessage", message)
        # the newer one of a game takes the place of the older
        wait_until(lambda text=text: [one["body"] for one in page.evaluate(SHOWN)] == [text])  # type: ignore[misc]
    [shown] = page.evaluate(SHOWN)
    assert shown["title"] == "Bridgehead"
    assert shown["data"] == {"path": "/game/g"}
