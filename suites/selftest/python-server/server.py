"""A stand-in backend for the webhook operations: python3 server.py --mode api-key|signed [--choice NAME]... [--fault NAME].

Prints one line of JSON with its port and its merchants, and serves until it is ended.
"""

import argparse
import gzip
import json
import sys
from email.utils import formatdate
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from credentials import MERCHANTS
from service import Request, Service
from variants import compose
from variations import CHOICES, FAULTS


def reason_of(status):
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Unknown"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    timeout = 60

    def log_message(self, format, *args):
        pass

    def read_body(self):
        if "chunked" in (self.headers.get("Transfer-Encoding") or "").lower():
            return b"".join(iter(self.read_chunk, b""))
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def read_chunk(self):
        size = int(self.rfile.readline().split(b";")[0], 16)
        chunk = self.rfile.read(size)
        self.rfile.readline()
        return chunk

    def answer(self):
        path, _, query = self.path.partition("?")
        request = Request(self.command, path, query, self.headers, self.read_body())
        self.send(self.server.service.serve(request))

    do_POST = do_GET = do_PUT = do_DELETE = do_PATCH = do_HEAD = do_OPTIONS = answer

    def send(self, response):
        style = self.server.service.transport
        headers = {"Content-Type": "application/json", "Date": formatdate(self.server.service.now(), usegmt=True)} | response.headers
        body = response.body
        if style.get("gzip"):
            body = gzip.compress(body)
            headers["Content-Encoding"] = "gzip"
        if style.get("close"):
            headers["Connection"] = "close"
            self.close_connection = True
        chunked = style.get("chunked")
        headers["Transfer-Encoding" if chunked else "Content-Length"] = "chunked" if chunked else str(len(body))
        head = f"{style.get('version', 'HTTP/1.1')} {response.status} {reason_of(response.status)}\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.write(style, (head + "\r\n").encode("latin-1"), b"" if self.command == "HEAD" else body)

    def write(self, style, head, body):
        self.wfile.write(head)
        if style.get("chunked"):
            step = style["chunked"]
            for start in range(0, len(body), step):
                part = body[start : start + step]
                self.wfile.write(b"%x\r\n%b\r\n" % (len(part), part))
            body = b"0\r\n" + style.get("trailer", b"") + b"\r\n"
        self.wfile.write(body)
        self.wfile.flush()


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def main():
    parser = argparse.ArgumentParser(description="A stand-in backend for the webhook operations.")
    parser.add_argument("--mode", choices=("api-key", "signed"), default="api-key")
    parser.add_argument("--choice", action="append", default=[], choices=sorted(CHOICES), metavar="NAME")
    parser.add_argument("--fault", choices=sorted(FAULTS), metavar="NAME")
    parser.add_argument("--port", type=int, default=0)
    options = parser.parse_args()
    picked = [CHOICES[name] for name in options.choice] + ([FAULTS[options.fault]] if options.fault else [])
    server = Server(("127.0.0.1", options.port), Handler)
    server.service = compose(Service, picked, signed=options.mode == "signed")
    merchants = [{"name": m.name, "apiKey": m.api_key, "secret": m.secret} for m in MERCHANTS]
    print(json.dumps({"port": server.server_address[1], "merchants": merchants}), flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
