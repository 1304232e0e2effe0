"""Choices of what the operations do, of what a strict validator refuses, and of credentials."""

import json
import re
import threading

from credentials import Refused
from service import Configuration

STANDARD_HEADERS = {"application/json", "application/json;charset=utf-8", "application/json; charset=utf-8"}


def refusing(test):
    def check(service, original, url, current):
        original(url, current)
        if test(url):
            raise Refused("input", "callbackUrl is not accepted")

    return {"check_url": check}


def authority(url):
    return re.split("[/?#]", url.split("://", 1)[1], maxsplit=1)[0]


def host(url):
    return re.sub(":[0-9]*$", "", authority(url).rpartition("@")[2])


UNUSUAL = {
    "ports": lambda url: bool(re.search(r":[0-9]*$", authority(url))),
    "userinfo": lambda url: "@" in authority(url),
    "fragments": lambda url: "#" in url,
    "ip": lambda url: bool(re.fullmatch(r"[0-9.]+|\[.*\]|0x[0-9a-fA-F.x]+", host(url))),
    "single-label": lambda url: "." not in host(url).strip("."),
    "idn": lambda url: not host(url).isascii() or "xn--" in host(url).lower(),
    "upper-case-scheme": lambda url: not url.startswith("https://"),
    "long-labels": lambda url: any(len(label) >= 63 for label in host(url).split(".")),
    "trailing-dot": lambda url: host(url).endswith("."),
    "upper-case-host": lambda url: host(url) != host(url).lower(),
    "underscores-in-host": lambda url: "_" in host(url),
    "not-rfc-3986": lambda url: not re.fullmatch(r"(?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*", url),
    "brackets-in-path": lambda url: bool(re.search(r"[\[\]]", url.split("://", 1)[1][len(authority(url)) :])),
}


def blanks_behind_host(service, original, url, current):
    match = re.match(r"https://[^\s/?#\\]+[/?#]", url) if isinstance(url, str) else None
    original(re.sub(r"\s", "_", url) if match else url, current)


def query_answer(answer):
    return {"query_nothing": lambda service, original, merchant: answer(service, merchant)}


def disable_nothing(data):
    return {"disable_nothing": lambda service, original, merchant: data}


def refuse_again(service, original, current):
    raise Refused("missing", "already disabled")


def only_members(service, original, request):
    body = original(request)
    if set(body) - {"callbackUrl"}:
        raise Refused("input", "unknown member")
    return body


def json_type_only(service, original, request):
    if (request.header("Content-Type") or "").lower() not in STANDARD_HEADERS:
        raise Refused("input", "unsupported media type")
    return original(request)


def no_duplicates(service, original, body):
    def members(pairs):
        if len(dict(pairs)) != len(pairs):
            raise ValueError("a member is there twice")
        return dict(pairs)

    return json.loads(body.decode("utf-8"), object_pairs_hook=members)


def first_duplicate(service, original, body):
    return json.loads(body.decode("utf-8-sig"), object_pairs_hook=lambda pairs: dict(reversed(pairs)))


def no_body_elsewhere(service, original, operation, merchant, request):
    if operation != "register" and (request.body or request.header("Content-Type")):
        raise Refused("input", "no body is expected")
    return original(operation, merchant, request)


def json_body_elsewhere(service, original, operation, merchant, request):
    if operation != "register" and request.body:
        service.parse_body(request)
    return original(operation, merchant, request)


def validate_first(service, original, request):
    if service.route(request) == "register":
        service.check_url(service.callback_url(service.parse_body(request)), None)
    return original(request)




def same_url_is_no_update(service, original, current, url):
    if current.callback_url == url and current.status == 1:
        return
    original(current, url)


def keep_update_time(service, original, current, merchant):
    before = current.updated
    try:
        return original(current, merchant)
    finally:
        current.updated = before


def activate_later(service, original, merchant, url, current):
    original(merchant, url, current)
    saved = service.find(merchant)
    saved.status = 0
    saved.activation = activation = object()

    def activate():
        with service.lock:
            if saved.activation is activation:
                saved.status = 1

    threading.Timer(0.1, activate).start()


def cancel_activation(service, original, merchant, request):
    current = service.find(merchant)
    if current:
        current.activation = None
    return original(merchant, request)


def count_retries(chance):
    def handle(service, original, request):
        with service.lock:
            for current in service.configurations.values():
                if current.status == 1 and service.random.random() < chance:
                    current.retry_count += 1
                    current.updated = service.now()
        return original(request)

    return {"handle": handle}


def configured(status):
    def start(service, original):
        for number, (name, merchant_id) in enumerate((("alpha", "M20260001"), ("beta", "M20260002"))):
            url = f"https://hooks.customer-{name}.example/in/box?tenant={number}&v=2"
            service.configurations[name] = Configuration(77 + number, merchant_id, url, status, 1760000000.5, 1761111111.25)

    return {"start": start}


def add_to(table):
    add = table.add
    for kind, test in UNUSUAL.items():
        add(f"refuses-{kind}", f"The validator refuses {kind}.", **refusing(test))
    add("refuses-everything-unusual", "The validator refuses all of these.", **refusing(lambda url: any(test(url) for test in UNUSUAL.values())))
    add("length-in-bytes", "The length is counted in bytes of UTF-8.", **refusing(lambda url: len(url.encode("utf-8", "surrogatepass")) > 512))
    add("length-in-utf-16", "The length is counted in UTF-16 units.", **refusing(lambda url: len(url.encode("utf-16-le", "surrogatepass")) > 1024))
    add("accepts-blanks-after-host", "White space behind the host is stored as it is.", check_url=blanks_behind_host)
    add("unknown-members-refused", "A body with unknown members is refused.", parse_body=only_members)
    add("json-type-only", "Only application/json is accepted.", parse_body=json_type_only)
    add("duplicates-refused", "A body with a member twice is refused.", read_json=no_duplicates)
    add("first-duplicate-wins", "The first of two members counts, and a byte order mark is skipped.", read_json=first_duplicate)
    add("bodies-refused-elsewhere", "A body or a Content-Type on query and disable is refused.", perform=no_body_elsewhere)
    add("bodies-parsed-elsewhere", "A body on query and disable must be a JSON object.", perform=json_body_elsewhere)
    add("validates-first", "Input is refused before credentials.", process=validate_first)
    add("status-0-after-register", "A new configuration waits for our staff.", status_after_register=0)
    add("status-kept", "Registering keeps a disabled configuration disabled.", reregister_enables=False)
    add("status-later", "A configuration is enabled 100 ms after it was registered.", save=activate_later, disable=cancel_activation)
    add("second-disable-refused", "Disabling again is refused.", disable_again=refuse_again)
    add("second-disable-false", "Disabling again answers data false.", disable_again=lambda service, original, current: False)
    add("second-disable-null", "Disabling again answers data null.", disable_again=lambda service, original, current: None)
    add("disable-nothing-true", "Disabling nothing answers data true.", **disable_nothing(True))
    add("disable-nothing-false", "Disabling nothing answers data false.", **disable_nothing(False))
    add("disable-nothing-null", "Disabling nothing answers data null.", **disable_nothing(None))
    add("query-nothing-null", "Querying nothing answers data null.", **query_answer(lambda service, merchant: None))
    add("query-nothing-object", "Querying nothing answers data {}.", **query_answer(lambda service, merchant: {}))
    add("query-nothing-nulls", "Querying nothing answers a configuration of nulls.", **query_answer(lambda service, merchant: dict.fromkeys(("id", "callbackUrl", "eventTypes", "createTime", "updateTime")) | {"merchantId": merchant.merchant_id, "status": 0}))
    add("query-nothing-defaults", "Querying nothing answers only merchantId and status 0.", **query_answer(lambda service, merchant: {"merchantId": merchant.merchant_id, "status": 0}))
    add("starts-enabled", "Both merchants have an enabled configuration.", **configured(1))
    add("starts-disabled", "Both merchants have a disabled configuration.", **configured(0))
    add("starts-disabled-and-stays", "Registering never enables.", **configured(0) | {"reregister_enables": False})
    add("same-url-no-update", "Registering the same URL again leaves updateTime.", update=same_url_is_no_update)
    add("disable-keeps-update-time", "Disabling leaves updateTime.", turn_off=keep_update_time)
    add("retry-counter", "retryCount and updateTime move with every failed delivery, now and then.", **count_retries(0.02))
    add("retry-counter-busy", "retryCount and updateTime move with every second call.", **count_retries(0.5))
    add("update-time-in-seconds", "updateTime is cut to seconds, createTime too.", now=lambda service, original: float(int(original())))
    add("key-in-bearer-too", "The key may also come as a bearer token.", find_merchant=lambda service, original, key, request: original(key if key is not None else (request.header("Authorization") or "").removeprefix("Bearer "), request))
    add("nonce-global", "A nonce is used up for every merchant.", mode="signed", nonce_key=lambda service, original, nonce, request, merchant: nonce)
    add("nonce-before-signature", "A nonce is used up by a refused signature too.", mode="signed", check_timestamp=lambda service, original, given: original(given), verify=nonce_first)
    add("signature-any-case", "Hex digits of a signature may be upper-case.", mode="signed", same_signature=lambda service, original, given, request, merchant: original(given.lower(), request, merchant))
    add("nonce-16-to-64", "A nonce has 16 to 64 characters.", mode="signed", check_nonce=sized_nonce)
    add("timestamp-13-digits", "A timestamp has thirteen digits.", mode="signed", check_timestamp=thirteen_digits)
    add("tolerance-inclusive-early", "A timestamp of exactly 300 s is refused.", mode="signed", check_timestamp=exclusive_tolerance)


def nonce_first(service, original, request, merchant, operation):
    service.check_timestamp(request.header("X-Timestamp"))
    if not request.header("X-Nonce"):
        raise Refused("auth", "no nonce")
    service.check_nonce(request.header("X-Nonce"), request, merchant)
    service.check_signature(request.header("X-Signature"), request, merchant)


def sized_nonce(service, original, nonce, request, merchant):
    if not re.fullmatch(r"[A-Za-z0-9_\-]{16,64}", nonce):
        raise Refused("auth", "bad nonce")
    original(nonce, request, merchant)


def thirteen_digits(service, original, given):
    if not re.fullmatch("[0-9]{13}", given or ""):
        raise Refused("auth", "bad timestamp")
    original(given)


def exclusive_tolerance(service, original, given):
    original(given)
    if abs(service.now() * 1000 - int(given)) >= 300_000:
        raise Refused("auth", "timestamp out of range")
