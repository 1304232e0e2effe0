import type { Probe } from "./probe.ts";
import { ALPHA } from "./ask.ts";
import { detours, dialects } from "./detoured-probes.ts";
import { forgeries, newcomer } from "./forged-probes.ts";

const HOST = "https://callback.example";
const register = (callbackUrl: unknown, more: Partial<Probe> = {}): Probe => ({
  operation: "register",
  body: JSON.stringify({ callbackUrl }),
  ...more,
});
const query: Probe = { operation: "query" };
const disable: Probe = { operation: "disable" };
const beta = { by: "beta" } as const;
const filled = (start: string, length: number) => start.padEnd(length, "x");
const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

const ordinary = [
  `${HOST}/Path/Case`,
  `${HOST}/path/case`,
  `${HOST}/path/casex`,
  `${HOST}/path/cas`,
  `${HOST}/path/cas?a=1`,
  `${HOST}/path/cas?a=2`,
  `${HOST}/path/cas/`,
  `${HOST}/path/cas`,
  `${HOST}/%7Ea%2fb/%C3%a9/%41?`,
  `${HOST}//a//b/~c+d;e,f'g:h@i?b=2&a=1&a=1&c=x+y`,
  HOST,
  `${filled(`${HOST}/p`, 511)}a`,
  `${filled(`${HOST}/p`, 511)}b`,
  filled(`${HOST}/?q=`, 512),
  filled(`${HOST}/s/`, 300),
  `${filled(`${HOST}/`, 300)}/${"%41".repeat(60)}`,
  `${HOST}:8443/a`,
  `${HOST}:443/a`,
  "https://www.callback.example/",
  `${HOST}/card/4111111111111111`,
  "https://user:pass@callback.example/",
  `${HOST}/#top`,
  "HTTPS://callback.example/",
  "https://bücher.example/é",
  "https://CALLBACK.example/",
  `${HOST}/a/../b/./c`,
  `${HOST}/a?token=abc&sig=def&utm_source=x`,
  "https://1callback.example/",
  "https://call--back.example/",
];

const refused = [
  filled(`${HOST}/`, 513),
  filled(`${HOST}/?q=`, 513),
  filled(`${HOST}/#`, 513),
  `${filled(`${HOST}/`, 400)}${"%41".repeat(60)}`,
  `${filled(`${HOST}/`, 300)}/${filled("s", 300)}`,
  filled(`${HOST}/`, 3000),
  "",
  "  ",
  ` ${HOST}/`,
  "https://call back.example/",
  "https://call\tback.example/",
  "https://callback .example/",
  "https://[callback.example/",
  "https://[::g]/",
  "https://exa<mple>.example/",
  "https://callback.example:abc/",
  "https://a%zz.example/",
  "https://user@/x",
  "http\u017f://callback.example/",
  `http://callback.example/\n${HOST}/`,
  ` ${HOST}/a`,
  ` ${HOST}/a/b`,
  "https:callback.example/x",
  "https:///callback.example/x",
  "words",
  "callback.example/x",
  "//callback.example/x",
  "http://callback.example/",
  "HTTP://callback.example/",
  "hTTp://callback.example/",
  "http://localhost/",
  "ftp://callback.example/",
  "ws://callback.example/",
  "file:///etc/passwd",
  "data:text/plain,x",
  "javascript:alert(1)",
  "httpss://callback.example/",
  "xhttps://callback.example/",
  "ftp://callback.example/?https://callback.example/",
  "https://",
  "https:///x",
  "https:/x",
  "https:x",
  "https://:443/",
  null,
  undefined,
  1,
  true,
  [`${HOST}/`],
  { url: `${HOST}/` },
];

const bodies = ["{", "{https://callback.example/found", "null", "[]", `["${HOST}/l"]`, `"${HOST}/s"`, "1"];
const keys = [
  null,
  "",
  "unknown",
  ALPHA.apiKey.slice(0, -1),
  ALPHA.apiKey.slice(0, 8),
  ALPHA.apiKey.slice(1),
  `${ALPHA.apiKey}x`,
  `x${ALPHA.apiKey}`,
  ALPHA.apiKey.toUpperCase(),
  `${ALPHA.apiKey.slice(0, -1)}x`,
  ALPHA.apiKey.replace("of", "0f"),
  "zzz",
];

/** The requests of a transcript; those in one list are sent at the same time. */
export function probes(mode: "api-key" | "signed"): readonly (Probe | Probe[])[] {
  return [
    register("http://callback.example/", { ...beta }),
    register(filled(`${HOST}/`, 513), { by: "beta" }),
    query,
    ...(mode === "signed" ? newcomer() : []),
    ...play("a b c q"),
    ...concurrency(),
    ...(mode === "signed" ? forgeries() : []),
    ...ordinary.flatMap((url) => [register(url), query, query]),
    register(ordinary[0]),
    register(ordinary[0]),
    query,
    ...lifecycle(),
    ...refused.flatMap((url) => [register(url), query]),
    disable,
    query,
    ...refused.flatMap((url) => [register(url), query]),
    { operation: "register" },
    query,
    ...bodies.flatMap((body) => [{ operation: "register", body }, query]),
    ...keys.flatMap((key) =>
      [register(`${HOST}/k`), query, disable].flatMap((probe) => [...play("k"), { ...probe, key }, query]),
    ),
    ...play("d"),
    ...keys.map((key) => ({ ...query, key, connection: "fresh" })),
    { ...query, headerName: "x-api-key" },
    ...named(),
    ...isolation(),
    ...dialects(),
    ...detours(mode),
  ];
}

/** `q` queries, `d` disables, `!` registers what is refused, anything else registers a path. */
function play(script: string): Probe[] {
  const moves: Readonly<Record<string, Probe>> = { q: query, d: disable, "!": register("http://x.example/") };
  return script.split(" ").map((move) => moves[move] ?? register(`${HOST}/l/${move}`));
}

function lifecycle(): Probe[] {
  const other = { ...query, connection: "other" };
  const long = "l".repeat(300);
  return [
    ...play(`1 q d q d q d q 2 q 3 4 q d d 5 q 6 d q 7 q ! d q 8 ! 9 q d q %41 d q ${long} d q 10`),
    other,
    ...play("11 q"),
    other,
    ...play("m1 q m2 q m3 q m4 q m5 q m6 q m7 q m8 q m9 q d"),
    ...times(25, query),
    ...play("12 ! q d ! q 13 q d Upper q"),
    { ...register(`${HOST}/Upper`), ...beta },
    { ...query, ...beta },
  ];
}

/** As {@link play}, for two merchants in turn: capital letters move beta. */
function duel(script: string): Probe[] {
  const moves: Readonly<Record<string, Probe>> = { Q: query, D: disable };
  return script.split(" ").map((move) => {
    if (move === move.toLowerCase()) return play(move)[0] ?? query;
    return { ...(moves[move] ?? register(`${HOST}/l/${move.toLowerCase()}`)), by: "beta" };
  });
}

function isolation(): (Probe | Probe[])[] {
  const tries = ["beta", "M0002", "2"].flatMap((name) => [
    { ...query, query: `merchantId=${name}` },
    { ...disable, query: `merchantId=${name}` },
    { ...query, body: JSON.stringify({ merchantId: name }) },
    { operation: "register", body: JSON.stringify({ callbackUrl: `${HOST}/t`, merchantId: name }) },
    { ...query, headers: { "x-merchant-id": name } },
  ]);
  return [
    ...duel("a B q Q d q Q D q Q a B D q Q a B c q Q D q Q d q Q b B q Q d q Q b B D q Q x B q Q D a Q q"),
    ...tries.flatMap((probe) => [...duel("a B"), probe, ...duel("q Q")]),
  ];
}

function concurrency(): (Probe | Probe[])[] {
  const together = Array.from({ length: 5 }, (_, index) => register(`${HOST}/${index}/${"ab".repeat(40)}`));
  const reads = times(6, query);
  return [
    ...duel("a B"),
    duel("d D"),
    ...duel("q Q a"),
    [disable, ...together.map((probe) => ({ ...probe, late: true }))],
    query,
    duel("a B"),
    duel("q Q q Q"),
    duel("c D Q q"),
    duel("q Q"),
    [...together, query, query],
    query,
    together,
    ...reads,
    play("! q q"),
    query,
  ];
}

function named(): Probe[] {
  const paths = [
    "transaction/query",
    "transaction/detail",
    "account/detail",
    "account/transfer",
    "card/cancel",
  ];
  const more = ["card/bin/query", "sub-account/switch-provider", "sub-account/detail", "budget/query"];
  return [...paths, ...more, "transaction/3ds/decision"].flatMap((path) => {
    const probe = { operation: `/abc/v1/${path}`, body: "{}" };
    return [probe, probe, probe, { ...probe, key: null }];
  });
}
