"""Faults of what register accepts and refuses."""

import ast
import json
import re
from urllib.parse import parse_qsl, unquote

from credentials import Refused
from hooks import accepting, beyond_host, refuse, refusing, sometimes, storing


def text(test):
    return lambda url: isinstance(url, str) and test(url)


def starts(*prefixes):
    return text(lambda url: url.startswith(prefixes))


def length_of(measure, limit=512):
    return {"check_length": lambda service, original, url, current: refuse() if measure(url) > limit else None}


def only_new(name):
    """Hooks: the check is made for a new configuration only."""
    return {name: lambda service, original, url, current: original(url, current) if current is None else None}


def type_only_on_update(service, original, url, current):
    if current is None or not isinstance(url, str):
        original(url, current)


def unwrapped(service, original, body):
    value = original(body)
    return value[0] if isinstance(value, list) and len(value) == 1 else value


def first_of_array(service, original, request):
    body = json.loads(request.body) if request.body.strip().startswith(b"[") else None
    return body[0] if body and isinstance(body[0], dict) else original(request)


def decoded_twice(service, original, body):
    value = original(body)
    return json.loads(value) if isinstance(value, str) else value


def without_trailing_commas(service, original, body):
    return original(re.sub(rb",\s*([}\]])", rb"\1", body))


def python_literals(service, original, body):
    try:
        return original(body)
    except ValueError:
        try:
            return ast.literal_eval(body.decode())
        except SyntaxError:
            raise ValueError("not readable") from None


def first_value_only(service, original, body):
    return json.JSONDecoder().raw_decode(body.decode("utf-8").lstrip())[0]


def closed_if_cut(service, original, body):
    try:
        return original(body)
    except ValueError:
        return original(body.rstrip() + b'"}' if body.count(b'"') % 2 else body.rstrip() + b"}")


def form_too(service, original, request):
    if b"callbackUrl=" in request.body and not request.body.lstrip().startswith(b"{"):
        return dict(parse_qsl(request.body.decode()))
    return original(request)


def empty_body_confirms(service, original, merchant, request):
    return True if not request.body.strip() and service.find(merchant) else original(merchant, request)


def quiet_register(test):
    """Hooks: a body that passes the test is answered with true, and nothing is stored."""

    def register(service, original, merchant, request):
        try:
            body = json.loads(request.body)
        except ValueError:
            body = None
        return True if isinstance(body, dict) and test(body) else original(merchant, request)

    return {"register": register}


def trimmed(service, original, body):
    value = original(body)
    return value.strip() if isinstance(value, str) else value


def cut(limit):
    def callback_url(service, original, body):
        value = original(body)
        return value[:limit] if isinstance(value, str) else value

    return {"callback_url": callback_url}


def blanks_in_host(url):
    match = re.match(r"https://([^/?#]+)", url)
    return bool(match and re.search(r"\s", match[1]) and match[1].strip())


def add_accepting(table):
    add = table.add
    add("accepts-http", "Plain http is accepted.", **accepting(starts("http://")))
    add("accepts-upper-http", "HTTP:// is accepted, http:// is not.", **accepting(starts("HTTP://")))
    add("accepts-ftp", "ftp is accepted.", **accepting(starts("ftp://")))
    add("accepts-websockets", "ws and wss are accepted.", **accepting(starts("ws://", "wss://")))
    add("accepts-file", "file is accepted.", **accepting(starts("file:")))
    add("accepts-data", "data is accepted.", **accepting(starts("data:")))
    add("accepts-javascript", "javascript is accepted.", **accepting(starts("javascript:")))
    add("accepts-any-scheme", "Any scheme with a host is accepted.", **accepting(text(lambda url: len(url) <= 512 and bool(re.match(r"[a-z][a-z0-9+.\-]*://[^/\s]", url)))))
    add("accepts-look-alikes", "Everything that starts with https is accepted.", **accepting(text(lambda url: len(url) <= 512 and bool(re.match(r"https[a-z0-9+.\-]+://", url)))))
    add("accepts-https-inside", "https:// may stand anywhere.", **accepting(text(lambda url: len(url) <= 512 and "https://" in url and not url.startswith((" ", "https://")))))
    add("accepts-scheme-relative", "//host/path is accepted.", **accepting(starts("//")))
    add("accepts-scheme-less", "host/path is accepted.", **accepting(text(lambda url: bool(re.match(r"[a-z0-9\-]+(\.[a-z0-9\-]+)+(/|$)", url)))))
    add("accepts-one-slash", "https:/host is accepted.", **accepting(text(lambda url: bool(re.match("https:/[^/]", url)))))
    add("accepts-no-host", "https:///path is accepted.", **accepting(starts("https:///")))
    add("accepts-scheme-alone", "https:// is accepted.", **accepting(lambda url: url == "https://"))
    add("accepts-query-as-host", "https://?x is accepted.", **accepting(starts("https://?", "https://#", "https://:")))
    add("accepts-words", "A word that is no URL is accepted.", **accepting(text(lambda url: url.strip() != "" and not re.search("[:/.]", url))))
    add("accepts-empty", "An empty URL is accepted.", **accepting(lambda url: url == ""))
    add("accepts-blank", "A blank URL is accepted.", **accepting(text(lambda url: url != "" and not url.strip())))
    add("accepts-null", "null is accepted, and clears the URL.", **accepting(lambda url: url is None))
    add("accepts-null-quietly", "null is answered with true and ignored.", **quiet_register(lambda body: "callbackUrl" in body and body["callbackUrl"] is None))
    add("accepts-absent-quietly", "A body without callbackUrl is answered with true and ignored.", **quiet_register(lambda body: "callbackUrl" not in body))
    add("accepts-numbers", "A number is stored.", **accepting(lambda url: isinstance(url, (int, float)) and not isinstance(url, bool)))
    add("accepts-booleans", "true is stored.", **accepting(lambda url: isinstance(url, bool)))
    add("accepts-objects", "An object is stored.", **accepting(lambda url: isinstance(url, dict)))
    add("accepts-arrays", "An array with the URL is unwrapped.", callback_url=unwrapped)
    add("accepts-array-body", "A body that is an array of one object is unwrapped.", parse_body=first_of_array)
    add("accepts-json-in-string", "A body that is a JSON string of the object is decoded twice.", read_json=decoded_twice)
    add("accepts-trailing-comma", "A trailing comma is accepted.", read_json=without_trailing_commas)
    add("accepts-single-quotes", "Single quotes are accepted.", read_json=python_literals)
    add("accepts-garbage-behind", "What follows the object is ignored.", read_json=first_value_only)
    add("accepts-cut-json", "A missing end of the object is completed.", read_json=closed_if_cut)
    add("accepts-form", "A form is accepted instead of JSON.", parse_body=form_too)
    add("accepts-no-body", "No body confirms the configuration.", register=empty_body_confirms)
    add("trims-leading-blank", "Blanks around the URL are cut off.", callback_url=trimmed)
    add("accepts-leading-blank", "A leading blank is stored.", **accepting(starts(" https://")))
    add("accepts-blank-in-host", "A blank in the host is accepted.", **accepting(text(blanks_in_host)))
    add("accepts-http-on-update", "The scheme of an update is not checked.", **accepting(starts("http://")) | {"check_url": lambda service, original, url, current: None if current and isinstance(url, str) and url.startswith("http://") else original(url, current)})
    add("accepts-non-urls-on-update", "An update is checked for its type only.", check_url=type_only_on_update)
    add("accepts-http-when-disabled", "The scheme is not checked while disabled.", check_url=lambda service, original, url, current: None if current and current.status == 0 and isinstance(url, str) and url.startswith("http://") else original(url, current))
    add("accepts-http-sometimes", "One plain http URL in three is accepted.", check_url=lambda service, original, url, current: None if isinstance(url, str) and url.startswith("http://") and sometimes(service, 3) else original(url, current))


def add_lengths(table):
    add = table.add
    add("max-513", "513 characters are accepted.", **length_of(len, 513))
    add("max-520", "520 characters are accepted.", **length_of(len, 520))
    add("max-1024", "The limit is 1024.", **length_of(len, 1024))
    add("max-none", "There is no limit.", **length_of(len, 10**9))
    add("max-511", "512 characters are refused.", **length_of(len, 511))
    add("max-255", "256 characters are refused.", **length_of(len, 255))
    add("max-without-query", "The query does not count.", **length_of(lambda url: len(url.split("?")[0])))
    add("max-path-only", "Only the path counts.", **length_of(lambda url: len(beyond_host(url))))
    add("max-decoded", "Escapes count as one character.", **length_of(lambda url: len(unquote(url))))
    add("max-on-create", "The length of an update is not checked.", **only_new("check_length"))
    add("max-from-600", "A URL of more than 600 characters is an import, and accepted.", check_length=lambda service, original, url, current: None if len(url) > 600 else original(url, current))
    add("cuts-at-512", "A longer URL is cut to 512 and accepted.", **cut(512))
    add("stores-255", "What is stored is cut to 255.", **storing(lambda url: url[:255]))
    add("stores-500", "What is stored is cut to 500.", **storing(lambda url: url[:500]))
    add("loses-last-of-512", "The last character of 512 is lost.", **storing(lambda url: url[:511]))
    add("segment-255", "A segment of more than 255 characters is refused.", **refusing(lambda url: any(len(part) > 255 for part in re.split("[/?#]", url))))


def add_refusing(table):
    kinds = {
        "escapes": "%", "queries": "?", "plus": "+", "semicolons": ";", "tildes": "~", "ampersands": "&", "quotes": "'", "commas": ",",
        "parentheses": "(", "stars": "*", "dollars": "$", "exclamations": "!", "at-in-path": "@", "colons-in-path": ":", "equals": "=",
    }  # fmt: skip
    for name, sign in kinds.items():
        table.add(f"refuses-{name}", f"A URL with {sign} behind its host is refused.", **refusing(lambda url, sign=sign: sign in beyond_host(url)))
    table.add("refuses-double-slash", "A repeated slash is refused.", **refusing(lambda url: "//" in beyond_host(url).split("?")[0]))
    table.add("refuses-slash-in-query", "A slash in the query is refused.", **refusing(lambda url: "/" in beyond_host(url).partition("?")[2]))
    table.add("refuses-no-path", "A URL without a path is refused.", **refusing(lambda url: beyond_host(url) == ""))
    table.add("refuses-path-slash", "A path that ends in a slash is refused.", **refusing(lambda url: beyond_host(url).split("?")[0].endswith("/")))
    table.add("refuses-upper-case-path", "A capital letter in the path is refused.", **refusing(lambda url: bool(re.search("[A-Z]", beyond_host(url).split("?")[0]))))
    table.add("refuses-subdomains", "A host of more than three labels is refused.", **refusing(lambda url: url.split("/")[2].count(".") > 2))
    table.add("refuses-known-words", "A URL with select, script or .. is refused.", **refusing(lambda url: bool(re.search(r"select|script|\.\.", url))))
    table.add("refuses-sometimes", "A good URL is refused now and then.", check_url=refuse_sometimes)


def refuse_sometimes(service, original, url, current):
    original(url, current)
    if sometimes(service, 60):
        raise Refused("input", "try again")


def add_to(table):
    add_accepting(table)
    add_lengths(table)
    add_refusing(table)
