"""A few conformant ways to answer where the document is silent, and a few servers that are wrong in one way."""

from credentials import MERCHANTS, Refused
from variants import Table

CHOICES = Table()
FAULTS = Table()


def refuse_again(service, original, current):
    raise Refused("input", "the configuration is disabled already")


CHOICES.add("second-disable-refused", "Disabling again is refused.", disable_again=refuse_again)
CHOICES.add("chunked-bytes", "Answers are chunked byte by byte, with a trailer.", transport={"chunked": 1, "trailer": b"X-Checksum: 1\r\n"})
CHOICES.add("http-1.0", "Answers are HTTP/1.0 and close.", transport={"version": "HTTP/1.0", "close": True})
CHOICES.add("gzip-chunked", "Answers are compressed, asked or not, and chunked.", transport={"gzip": True, "chunked": 32})


def accept_http(service, original, url, current):
    if not url.startswith("http://"):
        original(url, current)


def show_other_key(service, original, current, merchant):
    [other] = [one for one in MERCHANTS if one != merchant]
    return original(current, merchant) | {"peer": other.api_key}


FAULTS.add("accepts-http", "Plain http is accepted.", check_url=accept_http)
FAULTS.add("shows-other-key", "query shows the other merchant's key.", present=show_other_key)
