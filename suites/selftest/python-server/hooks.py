"""The hooks that many faults share."""

import re

from credentials import Refused


def refuse(text="not accepted"):
    raise Refused("input", text)


def beyond_host(url):
    return re.sub(r"^[A-Za-z]+://[^/?#]*", "", url)


def accepting(test):
    """Hooks: a URL that passes the test is not checked any further."""

    def check(service, original, url, current):
        if not test(url):
            original(url, current)

    return {"check_url": check}


def refusing(test):
    """Hooks: a URL that passes the test is refused."""

    def check(service, original, url, current):
        original(url, current)
        if test(url):
            refuse()

    return {"check_url": check}


def storing(change):
    """Hooks: what is stored is made from the URL by change."""
    return {"stored_form": lambda service, original, url: change(original(url))}


def showing(change, when=lambda service, current: True):
    """Hooks: query shows the configuration as change makes it, whenever the condition holds."""

    def present(service, original, current, merchant):
        shown = original(current, merchant)
        return change(dict(shown)) if when(service, current) else shown

    return {"present": present}


def setting(when=lambda service, current: True, **fields):
    return showing(lambda shown: shown | fields, when)


def after_update(service, current):
    return current.updated > current.created


def when_disabled(service, current):
    return current.status == 0


def second_merchant(service, current):
    return current.merchant_id == "M20260002"


def sometimes(service, one_in=20):
    with service.lock:
        return service.random.random() * one_in < 1


def before(operation, action):
    """Hooks: action(service, merchant, request) runs before the operation."""

    def hook(service, original, merchant, request):
        action(service, merchant, request)
        return original(merchant, request)

    return {operation: hook}


def after(operation, action):
    """Hooks: action(service, merchant, request) runs after a success of the operation."""

    def hook(service, original, merchant, request):
        answer = original(merchant, request)
        action(service, merchant, request)
        return answer

    return {operation: hook}


def changing(hook, change):
    """Hooks: change(current) runs whenever update, turn_off or disable_again did its work."""

    def run(service, original, current, *arguments):
        answer = original(current, *arguments)
        change(service, current)
        return answer

    return {hook: run}
