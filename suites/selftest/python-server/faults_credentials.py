"""Faults of keys and signatures."""

from credentials import MERCHANTS, Refused
from hooks import sometimes

ALPHA, BETA = MERCHANTS


def same_key(test):
    return {"same_key": lambda service, original, given, stored: original(given, stored) or test(given, stored)}


def fallback(test, merchant=ALPHA):
    """Hooks: when no merchant has the key and the test holds, this merchant is taken."""
    return {"find_merchant": lambda service, original, key, request: original(key, request) or (merchant if test(key) else None)}


def unguarded(*operations):
    """Hooks: these operations do not look at credentials beyond finding the merchant."""

    def authenticate(service, original, request, operation):
        try:
            return original(request, operation)
        except Refused:
            if operation in operations:
                return ALPHA
            raise

    return {"authenticate": authenticate}


def effect_first(operation):
    """Hooks: a refused call of the operation has its effect all the same."""

    def authenticate(service, original, request, wanted):
        try:
            return original(request, wanted)
        except Refused:
            if wanted == operation:
                try:
                    service.perform(wanted, ALPHA, request)
                except Refused:
                    pass
            raise

    return {"authenticate": authenticate}


def remembered(service, original, request, operation):
    try:
        request.connection["merchant"] = original(request, operation)
    except Refused:
        if "merchant" not in request.connection:
            raise
    return request.connection["merchant"]


def remembered_if_absent(service, original, key, request):
    if key is None and "key" in request.connection:
        key = request.connection["key"]
    found = original(key, request)
    if found:
        request.connection["key"] = key
    return found


def second_call_refused(service, original, request, operation):
    merchant = original(request, operation)
    if request.connection["requests"] % 50 == 0:
        raise Refused("auth", "session expired")
    return merchant


def refused_after_bad(service, original, request, operation):
    if request.connection.get("bad"):
        raise Refused("auth", "connection is blocked")
    try:
        return original(request, operation)
    except Refused:
        request.connection["bad"] = True
        raise


def exact_header(*names):
    def authenticate(service, original, request, operation):
        present = set(request.headers.keys())
        if any(name not in present for name in names if service.signed or name == "X-API-Key"):
            raise Refused("auth", "missing header")
        return original(request, operation)

    return {"authenticate": authenticate}


def leak(**fields):
    def refuse(service, original, refusal, request):
        response = original(refusal, request)
        if refusal.kind == "auth":
            current = service.find(ALPHA)
            document = service.failure(service.codes["auth"], refusal.text)
            for name, value in fields.items():
                document[name] = value(service, current) if current else None
            return service.respond(service.statuses["auth"], document, request)
        return response

    return {"refuse": refuse}


def shown(**fields):
    return {"present": lambda service, original, current, merchant: original(current, merchant) | {name: value(merchant) for name, value in fields.items()}}


def other_key(merchant):
    return (BETA if merchant is ALPHA else ALPHA).api_key


def refused_but_true(service, original, refusal, request):
    if refusal.kind != "auth":
        return original(refusal, request)
    return service.respond(service.statuses["auth"], service.failure(40101, refusal.text) | {"data": True}, request)


def needs_timestamp(service, original, request, operation):
    merchant = original(request, operation)
    if not request.header("X-Timestamp"):
        raise Refused("auth", "X-Timestamp is required")
    return merchant


def add_keys(table):
    add = table.add
    add("no-key-needed", "A call without a key acts for the first merchant.", **fallback(lambda key: key is None))
    add("empty-key-accepted", "An empty key acts for the first merchant.", **fallback(lambda key: key == ""))
    add("unknown-key-accepted", "An unknown key acts for the first merchant.", **fallback(lambda key: bool(key)))
    add("key-prefix-accepted", "The beginning of a key is enough.", **same_key(lambda given, stored: stored.startswith(given)))
    add("key-without-last", "The last character of a key does not count.", **same_key(lambda given, stored: stored[:-1] == given[: len(stored) - 1]))
    add("key-first-8", "The first eight characters of a key count.", **same_key(lambda given, stored: stored[:13] == given[:13]))
    add("key-extended-accepted", "What follows a key is ignored.", **same_key(lambda given, stored: given.startswith(stored)))
    add("key-inside-accepted", "A key may have anything around it.", **same_key(lambda given, stored: stored in given))
    add("key-any-case", "The case of a key does not count.", **same_key(lambda given, stored: given.lower() == stored.lower()))
    add("key-length-only", "Only the length of a key counts.", **same_key(lambda given, stored: len(given) == len(stored)))
    add("key-first-character-free", "The first character of a key does not count.", **same_key(lambda given, stored: given[1:] == stored[1:]))
    add("key-middle-free", "The middle character of a key does not count.", **same_key(lambda given, stored: len(given) == len(stored) and sum(a != b for a, b in zip(given, stored)) <= 1))
    add("key-one-in-20", "One unknown key in twenty is accepted.", find_merchant=lambda service, original, key, request: original(key, request) or (ALPHA if key and sometimes(service) else None))
    for operation in ("register", "query", "disable"):
        add(f"{operation}-unguarded", f"{operation} needs no key.", **unguarded(operation))
        if operation != "query":
            add(f"{operation}-before-refusal", f"A refused {operation} is done all the same.", **effect_first(operation))
        add(f"{operation}-takes-unknown", f"{operation} takes any key.", find_merchant=lambda service, original, key, request, operation=operation: original(key, request) or (ALPHA if key and request.path.endswith(operation) else None))
    add("connection-trusted", "A connection that was let in once is trusted.", authenticate=remembered)
    add("connection-remembers-key", "A call without a key takes the last one of its connection.", find_merchant=remembered_if_absent)
    add("connection-expires", "Every fiftieth call of a connection is refused.", authenticate=second_call_refused)
    add("connection-blocked", "A connection that was refused once is always refused.", authenticate=refused_after_bad)
    add("key-header-exact", "X-API-Key must be written so.", **exact_header("X-API-Key"))
    add("refusal-shows-configuration", "A refusal has the configuration as data.", **leak(data=lambda service, current: service.present(current, ALPHA)))
    add("refusal-shows-url", "A refusal has the URL in its message.", **leak(message=lambda service, current: "not allowed for " + current.callback_url))
    add("refusal-shows-id", "A refusal has the merchantId.", **leak(message=lambda service, current: "key does not belong to " + current.merchant_id))
    add("refusal-shows-key", "A refusal names the right key.", **leak(message=lambda service, current: "expected " + ALPHA.api_key))
    add("refusal-shows-secret", "A refusal names the secret.", **leak(debug=lambda service, current: {"secret": ALPHA.secret}))
    add("refusal-says-true", "A refusal has data true.", refuse=refused_but_true)
    add("shows-secret", "query shows the secret.", **shown(secret=lambda merchant: merchant.secret))
    add("shows-secret-in-base64", "query shows the secret in a longer text.", **shown(signing=lambda merchant: f"hmac:{merchant.secret}:v1"))
    add("shows-other-key", "query shows the other merchant's key.", **shown(peer=other_key))
    add("needs-timestamp", "The key does not suffice.", "api-key", authenticate=needs_timestamp)
    add("needs-timestamp-for-disable", "The key does not suffice for disable.", "api-key", authenticate=lambda service, original, request, operation: needs_timestamp(service, original, request, operation) if operation == "disable" else original(request, operation))


def add_to(table):
    add_keys(table)
