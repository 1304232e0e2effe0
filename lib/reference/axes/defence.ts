/** Actions of a server by itself that contradict no sentence of the document: it defends itself, its nodes disagree about the time, it gives up. */
export const defenceAxes = {
  /**
   * `lock-out`: five bad credentials in a row lock the merchant for 20 s. `ban`: ten wrong keys bring 20 s of 403 from
   * whatever stands before the API. `throttling-code`: more than 30 requests in a second bring a second of refusals by a code.
   * `cap`: no more than 60 updates of a merchant in an hour; `cap-of-all`: 40 of all merchants together. `firewall`: a page of whatever stands before the API, 403, for
   * a body, a query string or a header that looks like an attack. `…-by-code`: what comes too fast is refused by a code, HTTP 200, until there is room
   * again; `every-30th`: whatever the pace.
   */
  defence: [
    "none",
    "lock-out",
    "ban",
    "throttling-code",
    "cap",
    "cap-of-all",
    "firewall",
    "every-30th-by-code",
    "every-30th-by-code-with-retry-after",
    "10-a-second-by-code",
    "10-a-second-by-code-with-retry-after",
    "30-a-second-by-code",
    "66-a-second-by-code",
    "66-a-second-by-code-with-retry-after",
    "150-a-minute-by-code",
  ],
  /** How far apart the clocks of its two nodes are. */
  clockSkewMs: [0, 40, 2000],
  /** When it disables a configuration by itself, because its deliveries fail. */
  givesUp: ["never", "now-and-then", "after-every-fifteenth-register"],
} as const;
