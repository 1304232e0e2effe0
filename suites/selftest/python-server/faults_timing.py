"""Faults of caches, delays, and calls at the same time."""

import copy
import threading
import time

from credentials import Refused
from hooks import beyond_host, sometimes
from service import Response


def later(seconds, action):
    timer = threading.Timer(seconds, action)
    timer.daemon = True
    timer.start()


def write_later(seconds):
    def update(service, original, current, url):
        later(seconds, lambda: original(current, url))

    return {"update": update}


def turn_off_later(seconds):
    def turn_off(service, original, current, merchant):
        later(seconds, lambda: original(current, merchant))
        return True

    return {"turn_off": turn_off}


def cached(lifetime, cleared_by=()):
    """Hooks: query answers what it answered before, for lifetime seconds or until one of these operations."""

    def perform(service, original, operation, merchant, request):
        if operation != "query":
            answer = original(operation, merchant, request)
            if operation in cleared_by:
                service.memory.pop(("cache", merchant.name), None)
            return answer
        known = service.memory.get(("cache", merchant.name))
        if known and known[0] > time.monotonic():
            return known[1]
        answer = original(operation, merchant, request)
        service.memory["cache", merchant.name] = (time.monotonic() + lifetime, answer)
        return answer

    return {"perform": perform}


def replica(lag, share):
    """Hooks: a share of the queries is answered by a replica that is late."""

    def copy_over(service, merchant):
        service.memory["replica", merchant.name] = copy.copy(service.find(merchant))

    def perform(service, original, operation, merchant, request):
        answer = original(operation, merchant, request)
        if operation != "query":
            later(lag, lambda: copy_over(service, merchant))
            return answer
        known = service.memory.get(("replica", merchant.name))
        return service.present(known, merchant) if known and service.random.random() < share else answer

    return {"perform": perform}


def previous_sometimes(service, original, current, url):
    service.memory["old", current.merchant_id] = current.callback_url
    original(current, url)


def show_previous(one_in):
    def present(service, original, current, merchant):
        shown = original(current, merchant)
        old = service.memory.get(("old", current.merchant_id))
        return shown | {"callbackUrl": old} if old and sometimes(service, one_in) else shown

    return {"update": previous_sometimes, "present": present}


def reverts(seconds, one_in):
    def update(service, original, current, url):
        old = current.callback_url
        original(current, url)
        if sometimes(service, one_in):
            later(seconds, lambda: setattr(current, "callback_url", old))

    return {"update": update}


def unlocked(pause, work):
    """Hooks: the merchant's calls are not kept apart, and work happens with a pause in the middle."""

    def register(service, original, merchant, request):
        url = service.callback_url(service.parse_body(request))
        with service.lock:
            current = service.find(merchant)
            service.check_url(url, current)
            if current is None:
                service.save(merchant, url, None)
                return True
        work(service, current, url, lambda: time.sleep(pause))
        return True

    return {"register": register}


def torn(service, current, url, wait):
    half = len(url) - 6
    current.callback_url = url[:half] + current.callback_url[half:]
    wait()
    current.callback_url = current.callback_url[:half] + url[half:]
    current.updated = service.now()
    current.status = 1


def torn_late(service, current, url, wait):
    current.callback_url = url[:-3] + current.callback_url[-3:]
    wait()
    current.callback_url = current.callback_url[:-3] + url[-3:]
    service.update(current, current.callback_url)


def torn_host(service, current, url, wait):
    path = beyond_host(current.callback_url)
    current.callback_url = url.removesuffix(beyond_host(url)) + path
    wait()
    host = current.callback_url.removesuffix(beyond_host(current.callback_url))
    service.update(current, host + beyond_host(url))


def emptied(service, current, url, wait):
    current.callback_url = ""
    wait()
    service.update(current, url)


def deleted_and_created(service, current, url, wait):
    merchant = next(name for name, found in service.configurations.items() if found is current) if current in service.configurations.values() else None
    if merchant:
        service.configurations.pop(merchant, None)
        wait()
        service.update(current, url)
        service.configurations[merchant] = current


def write_behind_reordered(service, current, url, wait):
    service.update(current, url)
    later(0.03 + service.random.random() * 0.05, lambda: service.update(current, url))


def crash_at_same_time(service, original, operation, merchant, request):
    busy = ("busy", merchant.name, operation)
    if operation == "register" and service.memory.get(busy):
        raise RuntimeError
    service.memory[busy] = True
    try:
        time.sleep(0.002)
        return original(operation, merchant, request)
    finally:
        service.memory[busy] = False


def page_of_crash(service, original, request):
    try:
        return original(request)
    except RuntimeError:
        return Response(500, b"<html><h1>Internal Server Error</h1></html>", {"Content-Type": "text/html"})


def dirty_reads(service, original, url, current):
    if current is None or not isinstance(url, str):
        return original(url, current)
    old, current.callback_url = current.callback_url, url
    service.lock.release()
    try:
        time.sleep(0.004)
    finally:
        service.lock.acquire()
        current.callback_url = old
    original(url, current)


def lost_disable(service, original, current, merchant):
    service.memory["disabling"] = True
    service.lock.release()
    time.sleep(0.003)
    service.lock.acquire()
    if current.updated > service.now() - 0.003:
        return True
    return original(current, merchant)


def enables_after(seconds):
    def turn_off(service, original, current, merchant):
        answer = original(current, merchant)
        mark = current.updated
        later(seconds, lambda: current.status == 0 and current.updated == mark and setattr(current, "status", 1))
        return answer

    return {"turn_off": turn_off}


def fails_sometimes(one_in, done):
    def perform(service, original, operation, merchant, request):
        if sometimes(service, one_in):
            if done:
                original(operation, merchant, request)
            raise Refused("input", "system busy, try again")
        return original(operation, merchant, request)

    return {"perform": perform}


def add_to(table):
    add = table.add
    add("writes-50-ms-late", "An update is stored 50 ms after its answer.", **write_later(0.05))
    add("writes-5-ms-late", "An update is stored 5 ms after its answer.", **write_later(0.005))
    add("writes-1-s-late", "An update is stored a second after its answer.", **write_later(1))
    add("disables-50-ms-late", "disable works 50 ms after its answer.", **turn_off_later(0.05))
    add("disables-1-s-late", "disable works a second after its answer.", **turn_off_later(1))
    add("cache-1-s", "query is cached for a second.", **cached(1))
    add("cache-forever", "query is cached for ever.", **cached(3600))
    add("cache-cleared-by-register", "The cache of query is cleared by register only.", **cached(3600, ("register",)))
    add("cache-cleared-by-disable", "The cache of query is cleared by disable only.", **cached(3600, ("disable",)))
    add("replica-late", "Every second query reads from a replica that is 30 ms late.", **replica(0.03, 0.5))
    add("replica-late-in-10", "One query in ten reads from a replica that is 100 ms late.", **replica(0.1, 0.1))
    add("shows-previous-in-20", "One query in twenty shows the previous URL.", **show_previous(20))
    add("shows-previous-in-50", "One query in fifty shows the previous URL.", **show_previous(50))
    add("reverts-in-20", "One update in twenty is taken back after 20 ms.", **reverts(0.02, 20))
    add("reverts-after-300-ms", "Every update is taken back after 300 ms.", **reverts(0.3, 1))
    add("torn-writes", "Updates at the same time are mixed.", **unlocked(0.003, torn))
    add("torn-in-the-middle", "The last three characters of an update at the same time are mixed.", **unlocked(0.003, torn_late))
    add("torn-at-the-host", "Hosts and paths of updates at the same time are mixed.", **unlocked(0.003, torn_host))
    add("torn-writes-brief", "Updates within half a millisecond are mixed.", **unlocked(0.0005, torn))
    add("empty-while-writing", "The URL is empty while it is being updated.", **unlocked(0.003, emptied))
    add("absent-while-writing", "The configuration is gone while it is being updated.", **unlocked(0.003, deleted_and_created))
    add("writes-again-later", "Every update is written again a little later.", **unlocked(0, write_behind_reordered))
    add("crashes-at-same-time", "Two updates at the same time crash one.", perform=crash_at_same_time, serve=page_of_crash)
    add("dirty-reads", "query shows a URL that is being checked.", check_url=dirty_reads)
    add("disable-lost-to-update", "Registering never enables, but a disable is lost when an update runs at the same time.", turn_off=lost_disable, reregister_enables=False, disable_again=lambda service, original, current: True)
    add("enables-after-20-ms", "A disabled configuration is enabled after 20 ms.", **enables_after(0.02))
    add("enables-after-500-ms", "A disabled configuration is enabled after 500 ms.", **enables_after(0.5))
    add("enables-after-2-s", "A disabled configuration is enabled after 2 s.", **enables_after(2))
    add("busy-in-50", "One good call in fifty is refused.", **fails_sometimes(50, False))
    add("busy-but-done-in-50", "One good call in fifty is refused, and done.", **fails_sometimes(50, True))
