import type { ServerResponse } from "node:http";

/** Everything that a server gets from outside its store: time and delay. */
export type World = Pick<Plan, "now" | "later">;

/** How callers prove who they are. */
export type Mode = "api-key" | "signed";

/** A JSON object under construction. */
export type Fields = Record<string, unknown>;

export interface Merchant {
  name: string;
  apiKey: string;
  secret: string;
}

/** A stored webhook configuration; times are milliseconds since 1970. */
export interface Row {
  id: number;
  merchantId: string;
  callbackUrl: string;
  eventTypes: string;
  status: number;
  retryCount: number;
  createTime: number;
  updateTime: number;
}

/** One request on its way through the machine. */
export interface Exchange {
  serial: number;
  connection: number;
  turn: number;
  method: string;
  path: string;
  search: string;
  headers: Record<string, string>;
  body: Buffer;
  op: string;
  caller: Merchant | null;
  url: string;
  overlapping: number;
}

export interface Answer {
  status: number;
  fields: Fields;
  headers: Record<string, string>;
}

/** An answer as it goes over the wire. */
export interface Packet {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Why a request is refused. */
export type Refusal =
  | "no-key"
  | "bad-key"
  | "no-sign"
  | "bad-sign"
  | "bad-time"
  | "bad-nonce"
  | "bad-body"
  | "bad-url"
  | "none"
  | "again"
  | "busy"
  | "path"
  | "method";

export type Done = (answer: Answer) => void;

/** Every decision of the server; choices replace single members. */
export interface Plan {
  mode: Mode;
  merchants: Merchant[];
  rows: Map<string, Row>;
  nonces: Map<string, number>;
  enableOnUpdate: boolean;
  firstStatus: number;
  lastId: number;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Does something some milliseconds later; what it returns calls it off. */
  later: (act: () => void, ms: number) => () => void;
  /** The time that is written down. */
  clock: () => number;
  gate: (x: Exchange) => Answer | null;
  proof: (x: Exchange, m: Merchant) => Refusal | null;
  timely: (stamp: string, x: Exchange) => boolean;
  sign: (text: string, m: Merchant) => string[];
  sameSign: (given: string, wanted: string) => boolean;
  fresh: (x: Exchange, m: Merchant) => boolean;
  pick: (body: Fields, x: Exchange) => unknown;
  judge: (url: unknown, x: Exchange) => boolean;
  stamp: (at: number) => unknown;
  view: (row: Row, x: Exchange) => Fields;
  register: (x: Exchange, m: Merchant, done: Done) => void;
  disable: (x: Exchange, m: Merchant, done: Done) => void;
  query: (x: Exchange, m: Merchant, done: Done) => void;
  other: (x: Exchange, m: Merchant, done: Done) => void;
  refuse: (why: Refusal, x: Exchange) => Answer;
  accept: (data: unknown, x: Exchange) => Answer;
  finish: (answer: Answer, x: Exchange) => void;
  text: (answer: Answer, x: Exchange) => string;
  /** Milliseconds before a request is looked at. */
  delay: (x: Exchange) => number;
  /** Milliseconds before an answer leaves. */
  hold: (answer: Answer) => number;
  pack: (answer: Answer, text: string, x: Exchange) => Packet;
  /** Over a socket only. */
  send: (res: ServerResponse, packet: Packet) => void;
}

export interface Choice {
  name: string;
  mode: Mode | "any";
  what: string;
  apply: (plan: Plan) => void;
}
