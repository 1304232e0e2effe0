"""Faults of what register, query and disable do to the configuration."""

from credentials import Refused
from hooks import after, before, changing, refuse, setting, showing, sometimes


def unchanged_if(test):
    """Hooks: an update is answered with true and ignored when the test holds."""
    return {"update": lambda service, original, current, url: None if test(service, current, url) else original(current, url)}


def on_refusal(action):
    """Hooks: action(service, current, url) runs when register refused input."""

    def register(service, original, merchant, request):
        try:
            return original(merchant, request)
        except Refused:
            with service.lock:
                current = service.find(merchant)
                if current is not None:
                    action(service, current, raw_url(service, request))
            raise

    return {"register": register}


def raw_url(service, request):
    try:
        return service.parse_body(request).get("callbackUrl")
    except Refused:
        return None


def assign(**fields):
    def action(service, current, *arguments):
        for name, value in fields.items():
            setattr(current, name, value(service, current) if callable(value) else value)

    return action


def keep_raw(service, current, url):
    if isinstance(url, str):
        current.callback_url = url


def keep_short(service, current, url):
    if isinstance(url, str) and len(url) > 512:
        current.callback_url = url[:512]


def new_id(service, current):
    return next(service.ids)


def refuse_update(test):
    def update(service, original, current, url):
        if test(current, url):
            refuse("there is a configuration already")
        original(current, url)

    return {"update": update}


def add_register(table):
    add = table.add
    base = lambda url: url.split("?")[0]
    add("first-url-wins", "An update is ignored.", **unchanged_if(lambda service, current, url: True))
    add("update-ignores-case", "An update that differs in case only is ignored.", **unchanged_if(lambda service, current, url: current.callback_url.lower() == url.lower()))
    add("update-ignores-query", "An update that differs in the query only is ignored.", **unchanged_if(lambda service, current, url: base(current.callback_url) == base(url)))
    add("update-ignores-path", "An update with the same host is ignored.", **unchanged_if(lambda service, current, url: current.callback_url.split("/")[2] == url.split("/")[2]))
    add("update-ignores-longer", "An update that only adds characters is ignored.", **unchanged_if(lambda service, current, url: url.startswith(current.callback_url)))
    add("update-ignores-shorter", "An update that only takes characters away is ignored.", **unchanged_if(lambda service, current, url: current.callback_url.startswith(url)))
    add("update-ignores-last-slash", "An update that differs in the last slash only is ignored.", **unchanged_if(lambda service, current, url: current.callback_url.rstrip("/") == url.rstrip("/")))
    add("update-compares-64", "URLs are compared by their first 64 characters.", **unchanged_if(lambda service, current, url: current.callback_url[:64] == url[:64]))
    add("update-compares-255", "URLs are compared by their first 255 characters.", **unchanged_if(lambda service, current, url: current.callback_url[:255] == url[:255]))
    add("update-lost-when-disabled", "An update of a disabled configuration is ignored.", **unchanged_if(lambda service, current, url: current.status == 0))
    add("update-lost-sometimes", "One update in twenty is lost.", **unchanged_if(lambda service, current, url: sometimes(service)))
    add("update-lost-in-40", "One update in forty is lost.", **unchanged_if(lambda service, current, url: sometimes(service, 40)))
    add("update-of-long-lost", "An update to more than 400 characters is lost.", **unchanged_if(lambda service, current, url: len(url) > 400))
    add("update-of-encoded-lost", "An update to a URL with escapes is lost.", **unchanged_if(lambda service, current, url: "%" in url))
    add("update-refused", "A second register is refused.", **refuse_update(lambda current, url: True))
    add("update-refused-when-disabled", "A disabled configuration cannot be updated.", **refuse_update(lambda current, url: current.status == 0))
    add("same-url-refused", "The same URL again is refused.", **refuse_update(lambda current, url: current.callback_url == url))
    add("same-url-refused-when-disabled", "The same URL is refused while disabled.", **refuse_update(lambda current, url: current.status == 0 and current.callback_url == url))
    add("update-changes-id", "An update changes the id.", **changing("update", assign(id=new_id)))
    add("update-changes-id-if-disabled", "Registering a disabled configuration makes a new id.", update=new_if_disabled("id"))
    add("update-resets-create-time", "An update sets createTime.", **changing("update", assign(created=lambda service, current: current.updated)))
    add("update-resets-create-time-if-disabled", "Registering a disabled configuration sets createTime.", update=new_if_disabled("created"))
    add("update-changes-merchant-id", "An update changes merchantId.", **changing("update", assign(merchant_id=lambda service, current: current.merchant_id + "-2")))
    add("update-time-backwards", "An update sets updateTime back by an hour.", **changing("update", assign(updated=lambda service, current: current.updated - 3600)))
    add("update-time-by-node", "updateTime comes from two clocks, two minutes apart.", **changing("update", assign(updated=lambda service, current: current.updated - (120 if sometimes(service, 2) else 0))))
    add("update-time-first", "updateTime is an hour before createTime at first.", save=back_dated)
    add("register-data-text", "register answers data \"true\".", register=answering("true"))
    add("register-data-1", "register answers data 1.", register=answering(1))
    add("register-data-null", "register answers data null.", register=answering(None))
    add("register-data-object", "register answers data with the configuration.", register=lambda service, original, merchant, request: original(merchant, request) and service.query(merchant, request))
    add("register-data-false-on-update", "register answers data false for an update.", register=false_on_update)


def false_on_update(service, original, merchant, request):
    is_new = service.find(merchant) is None
    return original(merchant, request) and is_new


def new_if_disabled(name):
    def update(service, original, current, url):
        was_disabled = current.status == 0
        original(current, url)
        if was_disabled:
            setattr(current, name, new_id(service, current) if name == "id" else current.updated)

    return update


def back_dated(service, original, merchant, url, current):
    original(merchant, url, current)
    saved = service.find(merchant)
    saved.updated = saved.created - 3600 if current is None else saved.updated


def answering(data):
    return lambda service, original, merchant, request: original(merchant, request) and data


def add_refusals(table):
    add = table.add
    add("refused-is-stored", "A refused URL is stored.", **on_refusal(keep_raw))
    add("refused-is-cut-and-stored", "A URL that is too long is cut and stored, and the answer is an error.", **on_refusal(keep_short))
    add("refused-disables", "A refused register disables.", **on_refusal(assign(status=0)))
    add("refused-enables", "A refused register enables.", **on_refusal(assign(status=1)))
    add("refused-clears", "A refused register clears the URL.", **on_refusal(assign(callback_url="")))
    add("refused-touches", "A refused register sets updateTime.", **on_refusal(assign(updated=lambda service, current: service.now())))
    add("refused-removes", "A refused register removes the configuration.", **on_refusal(lambda service, current, url: service.configurations.clear()))
    add("refused-changes-events", "A refused register resets eventTypes.", **on_refusal(assign(event_types="[]")))
    add("refused-changes-id", "A refused register makes a new id.", **on_refusal(assign(id=new_id)))
    add("refused-resets-create-time", "A refused register sets createTime.", **on_refusal(assign(created=lambda service, current: service.now(), updated=lambda service, current: service.now())))
    add("refused-disables-if-malformed", "A malformed body disables.", **on_refusal(lambda service, current, url: setattr(current, "status", 0 if url is None else current.status)))


def bump(service, merchant, request):
    current = service.find(merchant)
    if current:
        current.updated = service.now()


def enable(service, merchant, request):
    current = service.find(merchant)
    if current:
        current.status = 1


def count_queries(limit, action):
    def count(service, merchant, request):
        current = service.find(merchant)
        key = (merchant.name, "queries")
        if current is None or current.status == 1:
            service.memory[key] = 0
            return
        service.memory[key] = service.memory.get(key, 0) + 1
        if service.memory[key] > limit:
            action(service, merchant, request)

    return count


def add_query(table):
    add = table.add
    add("query-needs-body", "query needs a body.", **before("query", lambda service, merchant, request: None if request.body else refuse("body is required")))
    add("query-needs-type", "query needs a Content-Type.", **before("query", lambda service, merchant, request: None if request.header("Content-Type") else refuse("unsupported media type")))
    add("query-enables", "query enables the configuration.", **after("query", enable))
    add("query-touches", "query sets updateTime.", **after("query", bump))
    add("query-changes-id", "query makes a new id.", **after("query", lambda service, merchant, request: setattr(service.find(merchant), "id", next(service.ids))))
    add("query-counts-retries", "query adds to retryCount.", **after("query", lambda service, merchant, request: setattr(service.find(merchant), "retry_count", service.find(merchant).retry_count + 1)))
    add("query-in-list", "query answers a list of one configuration.", query=lambda service, original, merchant, request: [original(merchant, request)])
    add("query-in-text", "query answers the configuration as text.", query=lambda service, original, merchant, request: service.encode(original(merchant, request)).decode())
    add("query-in-page", "query answers a page with the configuration.", query=lambda service, original, merchant, request: {"total": 1, "records": [original(merchant, request)]})
    add("query-true", "query answers data true.", query=lambda service, original, merchant, request: bool(original(merchant, request)))
    add("query-hides-disabled", "query does not find a disabled configuration.", query=hide_disabled)
    add("query-masks-url", "query hides the query of the URL.", **showing(lambda shown: shown | {"callbackUrl": shown["callbackUrl"].split("?")[0] + ("?***" if "?" in shown["callbackUrl"] else "")}))
    add("query-cuts-long", "query cuts long URLs with an ellipsis.", **showing(lambda shown: shown | {"callbackUrl": shown["callbackUrl"][:200] + ("…" if len(shown["callbackUrl"]) > 200 else "")}))


def hide_disabled(service, original, merchant, request):
    current = service.find(merchant)
    if current is not None and current.status == 0:
        raise Refused("missing", "no webhook configuration")
    return original(merchant, request)


def toggle(service, original, current):
    current.status = 1
    return True


def only_once(service, original, current, merchant):
    if service.memory.setdefault(("off", merchant.name), 0) >= 1:
        return True
    service.memory["off", merchant.name] = 1
    return original(current, merchant)


def add_disable(table):
    add = table.add
    off = lambda change: changing("turn_off", change)
    add("disable-does-nothing", "disable does nothing.", turn_off=lambda service, original, current, merchant: True)
    add("disable-works-once", "disable works once per merchant.", turn_off=only_once)
    add("disable-lost-sometimes", "One disable in twenty does nothing.", turn_off=lambda service, original, current, merchant: True if sometimes(service) else original(current, merchant))
    add("disable-removes", "disable removes the configuration.", **off(lambda service, current: service.configurations.pop("alpha" if current.merchant_id.endswith("1") else "beta")))
    add("disable-clears-url", "disable clears the URL.", **off(assign(callback_url="")))
    add("disable-cuts-query", "disable drops the query of the URL.", **off(assign(callback_url=lambda service, current: current.callback_url.split("?")[0])))
    add("disable-changes-id", "disable makes a new id.", **off(assign(id=new_id)))
    add("disable-resets-create-time", "disable sets createTime.", **off(assign(created=lambda service, current: current.updated)))
    add("disable-changes-merchant-id", "disable changes merchantId.", **off(assign(merchant_id=lambda service, current: current.merchant_id + "-off")))
    add("disable-toggles", "A second disable enables.", disable_again=toggle)
    add("disable-again-changes-url", "A second disable clears the URL.", **changing("disable_again", assign(callback_url="")))
    add("disable-again-new-id", "A second disable makes a new id.", **changing("disable_again", assign(id=new_id)))
    add("disable-needs-body", "disable needs a body.", **before("disable", lambda service, merchant, request: None if request.body else refuse("body is required")))
    add("disable-needs-type", "disable needs a Content-Type.", **before("disable", lambda service, merchant, request: None if request.header("Content-Type") else refuse("unsupported media type")))
    add("disable-status-2", "disable sets status 2.", **off(assign(status=2)))
    add("disable-status-minus-1", "disable sets status -1.", **off(assign(status=-1)))
    add("disable-status-null", "A disabled configuration has status null.", **setting(lambda service, current: current.status == 0, status=None))
    add("disable-data-text", "disable answers data \"success\".", disable=answering("success"))
    add("disable-data-1", "disable answers data 1.", disable=answering(1))
    add("disable-data-absent", "disable answers no data.", success=lambda service, original, operation, data: {k: v for k, v in original(operation, data).items() if operation != "disable" or k != "data"})
    add("disable-expires-with-queries", "A disabled configuration is enabled after five queries.", **before("query", count_queries(5, enable)))
    add("disable-expires-with-2-queries", "A disabled configuration is enabled after two queries.", **before("query", count_queries(2, enable)))


def add_to(table):
    add_register(table)
    add_refusals(table)
    add_query(table)
    add_disable(table)
