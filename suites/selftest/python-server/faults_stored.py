"""Faults of how register changes a URL before it stores it."""

import re
from urllib.parse import parse_qsl, unquote, urlencode

from hooks import beyond_host, storing


def sorted_query(url):
    head, mark, query = url.partition("?")
    return head + mark + urlencode(sorted(parse_qsl(query, keep_blank_values=True))) if mark else url


def last_of_name(url):
    head, mark, query = url.partition("?")
    return head + mark + urlencode(dict(parse_qsl(query, keep_blank_values=True))) if mark and "=" in query else url


def without_dots(url):
    return re.sub(r"/(?!\.\.)[^/?#]+/\.\.(?=[/?#]|$)", "", re.sub(r"/\.(?=/)", "", url))


def add_to(table):
    changes = {
        "lower-case": str.lower,
        "lower-case-host": lambda url: re.sub("^[^:]+://[^/?#]*", lambda match: match[0].lower(), url),
        "no-last-slash": lambda url: url.rstrip("/"),
        "slash-for-bare-host": lambda url: url + "/" if beyond_host(url) == "" else url,
        "decoded": unquote,
        "upper-case-escapes": lambda url: re.sub("%[0-9a-f]{2}", lambda match: match[0].upper(), url),
        "lower-case-escapes": lambda url: re.sub("%[0-9A-F]{2}", lambda match: match[0].lower(), url),
        "unreserved-decoded": lambda url: re.sub("%(7[eE]|2[dD]|4[1-9]|6[1-9])", lambda match: unquote(match[0]), url),
        "one-slash": lambda url: re.sub(r"(?<!:)/{2,}", "/", url),
        "no-query": lambda url: url.split("?")[0],
        "no-empty-query": lambda url: url.rstrip("?"),
        "plus-as-blank": lambda url: url.replace("+", "%20"),
        "blank-as-plus": lambda url: url.replace("%20", "+"),
        "sorted-query": sorted_query,
        "last-of-name": last_of_name,
        "html-escaped": lambda url: url.replace("&", "&amp;"),
        "no-semicolons": lambda url: re.sub(r";[^/?#]*", "", url),
        "tilde-escaped": lambda url: url.replace("~", "%7E"),
        "no-dot-segments": without_dots,
        "quote-doubled": lambda url: url.replace("'", "''"),
        "no-dollar": lambda url: url.replace("$", ""),
        "fragment-lost": lambda url: url.split("#")[0],
        "port-443-lost": lambda url: re.sub(r"^(https://[^/?#]*):443(?=[/?#]|$)", r"\1", url),
        "userinfo-lost": lambda url: re.sub(r"^(https://)[^/?#]*@", r"\1", url),
        "scheme-lower-case": lambda url: re.sub("^HTTPS", "https", url),
        "punycode": lambda url: url if url.isascii() else re.sub("(?<=//)[^/?#]+", lambda match: match[0].encode("idna").decode(), url),
        "ascii-only": lambda url: url.encode("ascii", "replace").decode(),
        "twice-encoded": lambda url: url.replace("%", "%25"),
        "first-query-only": lambda url: url.split("&")[0],
    }  # fmt: skip
    for name, change in changes.items():
        table.add(f"stores-{name}", f"The stored URL is changed: {name}.", **storing(change))
