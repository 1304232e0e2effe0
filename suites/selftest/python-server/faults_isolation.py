"""Faults between the two merchants."""

import json
import time
from urllib.parse import parse_qs

from credentials import MERCHANTS
from hooks import changing, refuse, second_merchant, setting, showing

ALPHA, BETA = MERCHANTS


def other(merchant):
    return BETA if merchant is ALPHA else ALPHA


def body_member(request, *names):
    try:
        body = json.loads(request.body)
    except ValueError:
        return None
    return next((body[name] for name in names if name in body), None) if isinstance(body, dict) else None


def chosen_by(read, operations=("register", "query", "disable")):
    """Hooks: what read(request) finds names the merchant that is acted on."""

    def perform(service, original, operation, merchant, request):
        wanted = read(request)
        if operation in operations and wanted is not None:
            merchant = next((m for m in MERCHANTS if str(wanted) in (m.merchant_id, m.name)), merchant)
        return original(operation, merchant, request)

    return {"perform": perform}


def by_configuration_id(service, original, operation, merchant, request):
    wanted = body_member(request, "id", "configId")
    owner = next((m for m in MERCHANTS if (c := service.find(m)) and str(c.id) == str(wanted)), merchant)
    return original(operation, owner, request)


def query_parameter(*names):
    def read(request):
        values = parse_qs(request.query)
        return next((values[name][0] for name in names if name in values), None)

    return read


def for_all(hook, change):
    def action(service, current):
        for configuration in service.configurations.values():
            change(configuration, current)

    return changing(hook, action)


def copy_url(target, source):
    target.callback_url = source.callback_url


def switch_off(target, source):
    target.status = 0


def switch_on(target, source):
    target.status = 1


def shared(service, original, merchant):
    return original(ALPHA)


def last_registered(service, original, merchant, request):
    return original(service.memory.get("last", merchant), request)


def remember(service, original, merchant, url, current):
    original(merchant, url, current)
    service.memory["last"] = merchant


def id_of_last(service, original, current, merchant):
    return original(current, merchant) | {"merchantId": service.memory.get("last", merchant).merchant_id}


def racing(pause):
    """Hooks: the merchant of the call is kept where all calls share it."""

    def perform(service, original, operation, merchant, request):
        service.memory["current"] = merchant
        time.sleep(pause)
        return original(operation, service.memory["current"], request)

    return {"perform": perform}


def moved_if_same_url(service, original, merchant, url, current):
    for owner in MERCHANTS:
        found = service.find(owner)
        if owner is not merchant and found and found.callback_url == url:
            service.configurations.pop(owner.name)
    original(merchant, url, current)


def refused_if_taken(service, original, url, current):
    original(url, current)
    for found in service.configurations.values():
        if found is not current and found.callback_url == url:
            refuse("callbackUrl is in use")


def disable_same_url(service, original, current, merchant):
    for found in service.configurations.values():
        if found.callback_url.split("?")[0] == current.callback_url.split("?")[0]:
            found.status = 0
    return original(current, merchant)


def beta_disable_hits_alpha(service, original, merchant, request):
    return original(ALPHA, request)


def sometimes_other(service, original, merchant, request):
    if service.find(other(merchant)) and service.random.random() < 0.05:
        return original(other(merchant), request)
    return original(merchant, request)


def keep_connection_merchant(service, original, request, operation):
    merchant = original(request, operation)
    return request.connection.setdefault("merchant", merchant)


def add_to(table):
    add = table.add
    add("one-for-all", "There is one configuration for all merchants.", save=save_shared, find=shared)
    add("query-shows-last", "query shows the configuration that was registered last.", save=remember, query=last_registered)
    add("disable-hits-last", "disable acts on the configuration that was registered last.", save=remember, disable=last_registered)
    add("disable-for-all", "disable disables every merchant.", **for_all("turn_off", switch_off))
    add("disable-of-beta-hits-alpha", "disable of the second merchant acts on the first.", disable=beta_disable_hits_alpha)
    add("update-for-all", "An update changes every merchant's URL.", **for_all("update", copy_url))
    add("update-enables-all", "An update enables every merchant.", **for_all("update", switch_on))
    add("update-touches-all", "An update sets every merchant's updateTime and id.", **for_all("update", lambda target, source: setattr(target, "id", target.id + 1)))
    add("body-names-merchant", "merchantId in the body names the merchant.", **chosen_by(lambda request: body_member(request, "merchantId", "merchant_id")))
    add("body-names-merchant-in-register", "merchantId in the body of register names the merchant.", **chosen_by(lambda request: body_member(request, "merchantId"), ("register",)))
    add("body-names-merchant-in-query", "merchantId in the body of query names the merchant.", **chosen_by(lambda request: body_member(request, "merchantId"), ("query",)))
    add("body-names-merchant-in-disable", "merchantId in the body of disable names the merchant.", **chosen_by(lambda request: body_member(request, "merchantId"), ("disable",)))
    add("body-names-configuration", "id in the body names the configuration.", perform=by_configuration_id)
    add("parameter-names-merchant", "merchantId in the query string names the merchant.", **chosen_by(query_parameter("merchantId", "merchant_id")))
    add("parameter-names-merchant-in-query", "The same, in query only.", **chosen_by(query_parameter("merchantId"), ("query",)))
    add("header-names-merchant", "X-Merchant-Id names the merchant.", **chosen_by(lambda request: request.header("X-Merchant-Id")))
    add("same-merchant-id", "Both merchants have the same merchantId.", **setting(merchantId="M20260001"))
    add("merchant-id-of-last", "merchantId is that of who registered last.", save=remember, present=id_of_last)
    add("races-between-merchants", "Calls at the same time mix up their merchants.", **racing(0.003))
    add("races-briefly", "Calls within half a millisecond mix up their merchants.", **racing(0.0005))
    add("moves-if-same-url", "A URL that another merchant has is taken away from it.", save=moved_if_same_url)
    add("refuses-taken-url", "A URL that another merchant has is refused.", check_url=refused_if_taken)
    add("disable-by-url", "disable disables whoever has the same URL.", turn_off=disable_same_url)
    add("query-mixes-sometimes", "One query in twenty shows the other merchant.", query=sometimes_other)
    add("disable-mixes-sometimes", "One disable in twenty hits the other merchant.", disable=sometimes_other)
    add("connection-keeps-merchant", "The first merchant of a connection stays.", authenticate=keep_connection_merchant)
    add("beta-url-lower-case", "The second merchant's URL is lower-cased.", **showing(lambda shown: shown | {"callbackUrl": shown["callbackUrl"].lower()}, second_merchant))
    add("beta-status-text", "The second merchant's status is text.", **showing(lambda shown: shown | {"status": str(shown["status"])}, second_merchant))
    add("beta-id-text", "The second merchant's id is text.", **showing(lambda shown: shown | {"id": str(shown["id"])}, second_merchant))
    add("beta-stays-enabled", "disable does nothing for the second merchant.", turn_off=lambda service, original, current, merchant: True if merchant is BETA else original(current, merchant))
    add("beta-never-updates", "The second merchant's URL is never updated.", update=lambda service, original, current, url: None if current.merchant_id == BETA.merchant_id else original(current, url))
    add("beta-accepts-http", "The second merchant may register plain http.", check_url=lambda service, original, url, current: None if current and current.merchant_id == BETA.merchant_id and isinstance(url, str) and url.startswith("http://") else original(url, current))


def save_shared(service, original, merchant, url, current):
    original(ALPHA, url, current)
