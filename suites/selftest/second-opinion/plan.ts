import { createHash, createHmac } from "node:crypto";
import type { Answer, Exchange, Fields, Merchant, Mode, Plan, Refusal, Row, World } from "./types.ts";

/** The code and HTTP status of each refusal. */
const REFUSALS: Record<Refusal, [number, number, string]> = {
  "no-key": [401, 40101, "API key is missing"],
  "bad-key": [401, 40102, "API key is not valid"],
  "no-sign": [401, 40103, "signature headers are missing"],
  "bad-sign": [401, 40104, "signature does not match"],
  "bad-time": [401, 40105, "timestamp is outside the window"],
  "bad-nonce": [401, 40106, "nonce was used before"],
  "bad-body": [400, 40001, "request body cannot be read"],
  "bad-url": [400, 40002, "callbackUrl must be an HTTPS URL of at most 512 characters"],
  none: [404, 40401, "no webhook configuration"],
  again: [409, 40901, "webhook is already disabled"],
  busy: [429, 42901, "too many requests"],
  path: [404, 40402, "no such operation"],
  method: [405, 40501, "use POST"],
};

export const sha256 = (body: Buffer | string): string => createHash("sha256").update(body).digest("hex");

export const hmac = (secret: string, text: string): string =>
  createHmac("sha256", secret).update(text).digest("hex");

export const text5 = (x: Exchange): string[] => [
  x.method,
  x.path,
  x.headers["x-timestamp"] ?? "",
  x.headers["x-nonce"] ?? "",
  sha256(x.body),
];

function refusal(why: Refusal): Answer {
  const [status, code, msg] = REFUSALS[why];
  return { status, fields: { code, msg, message: msg }, headers: {} };
}

function isHttpsUrl(url: unknown): boolean {
  if (typeof url !== "string" || url.length > 512) return false;
  if (!/^https:\/\/[^/?#\s]+/i.test(url)) return false;
  for (let i = 0; i < url.length; i++) if (url.charCodeAt(i) <= 0x20) return false;
  return URL.canParse(url);
}

function proof(plan: Plan, x: Exchange, m: Merchant): Refusal | null {
  if (plan.mode === "api-key") return null;
  const stamp = x.headers["x-timestamp"] ?? "";
  const given = x.headers["x-signature"] ?? "";
  if (stamp === "" || given === "" || (x.headers["x-nonce"] ?? "") === "") return "no-sign";
  if (!plan.timely(stamp, x)) return "bad-time";
  const wanted = plan.sign(text5(x).join("\n"), m);
  if (!wanted.some((one) => plan.sameSign(given, one))) return "bad-sign";
  return plan.fresh(x, m) ? null : "bad-nonce";
}

function fresh(plan: Plan, x: Exchange, m: Merchant): boolean {
  const key = `${m.name} ${x.headers["x-nonce"] ?? ""}`;
  if (plan.nonces.has(key)) return false;
  plan.nonces.set(key, plan.now());
  return true;
}

function newRow(plan: Plan, m: Merchant, url: string): Row {
  const at = plan.clock();
  plan.lastId += 7;
  return {
    id: plan.lastId,
    merchantId: `mch-${100 + plan.merchants.indexOf(m)}`,
    callbackUrl: url,
    eventTypes: '["card.transaction","card.status","card.3ds-challenge"]',
    status: plan.firstStatus,
    retryCount: 3,
    createTime: at,
    updateTime: at,
  };
}

/** Creates or updates the row of the caller at once. */
function store(plan: Plan, x: Exchange, m: Merchant): Row {
  const before = plan.rows.get(m.name);
  if (before === undefined) {
    const row = newRow(plan, m, x.url);
    plan.rows.set(m.name, row);
    return row;
  }
  before.callbackUrl = x.url;
  before.updateTime = Math.max(plan.clock(), before.createTime);
  if (plan.enableOnUpdate) before.status = 1;
  return before;
}

function view(plan: Plan, row: Row): Fields {
  return {
    id: row.id,
    merchantId: row.merchantId,
    callbackUrl: row.callbackUrl,
    eventTypes: row.eventTypes,
    status: row.status,
    retryCount: row.retryCount,
    createTime: plan.stamp(row.createTime),
    updateTime: plan.stamp(row.updateTime),
  };
}

/** The payload of the operations that the document only names. */
function otherData(x: Exchange): Fields {
  switch (x.op) {
    case "transaction/query":
      return { total: 0, list: [] };
    case "transaction/detail":
      return { fees: 0 };
    default:
      return {};
  }
}

function behave(self: () => Plan): Pick<Plan, "register" | "disable" | "query" | "other"> {
  return {
    register: (x, m, done) => {
      const plan = self();
      store(plan, x, m);
      done(plan.accept(true, x));
    },
    disable: (x, m, done) => {
      const plan = self();
      const row = plan.rows.get(m.name);
      if (row === undefined) return done(plan.refuse("none", x));
      row.status = 0;
      row.updateTime = Math.max(plan.clock(), row.updateTime);
      return done(plan.accept(true, x));
    },
    query: (x, m, done) => {
      const plan = self();
      const row = plan.rows.get(m.name);
      done(row === undefined ? plan.refuse("none", x) : plan.accept(plan.view(row, x), x));
    },
    other: (x, _m, done) => done(self().accept(otherData(x), x)),
  };
}

/** The plan of a plain conformant server. */
export function basePlan(mode: Mode, merchants: Merchant[], world: World): Plan {
  const plan: Plan = {
    mode,
    merchants,
    rows: new Map(),
    nonces: new Map(),
    enableOnUpdate: true,
    firstStatus: 1,
    lastId: 1000,
    ...world,
    clock: () => plan.now(),
    gate: () => null,
    proof: (x, m) => proof(plan, x, m),
    timely: (stamp) => /^\d{1,15}$/.test(stamp) && Math.abs(Number(stamp) - plan.now()) <= 300_000,
    sign: (text, m) => [hmac(m.secret, text)],
    sameSign: (given, wanted) => given === wanted,
    fresh: (x, m) => fresh(plan, x, m),
    pick: (body) => body["callbackUrl"],
    judge: (url) => isHttpsUrl(url),
    stamp: (at) => new Date(at).toISOString(),
    view: (row) => view(plan, row),
    ...behave(() => plan),
    refuse: refusal,
    accept: (data) => ({
      status: 200,
      fields: { code: 0, msg: "success", message: "success", data },
      headers: {},
    }),
    finish: () => {},
    text: (answer) => JSON.stringify(answer.fields),
    delay: () => 0,
    hold: () => 0,
    pack: (answer, text) => ({
      status: answer.status,
      headers: { "content-type": "application/json", ...answer.headers },
      body: Buffer.from(text),
    }),
    send: (res, { status, headers, body }) => {
      res.writeHead(status, headers);
      res.end(body);
    },
  };
  return plan;
}
