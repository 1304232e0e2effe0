import { registerBody, registerDraft } from "../../request/draft.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { CallbackUrls } from "./callback-urls.ts";

export const STEP_KINDS = [
  "register a new URL",
  "register the same URL",
  "register a URL that differs by one character",
  "register a URL that differs by case",
  "register an http URL",
  "register without a callback URL",
  "query",
  "disable",
] as const;

/** One step of a generated sequence. */
export type StepKind = (typeof STEP_KINDS)[number];

/** A merchant who takes steps one after the other; the model of the configuration judges every answer. */
export class MerchantWalk {
  readonly #merchant: Merchant;
  readonly #urls: CallbackUrls;
  #url: string;

  constructor(merchant: Merchant, urls: CallbackUrls) {
    this.#merchant = merchant;
    this.#urls = urls;
    this.#url = urls.fresh();
  }

  /** Brings about a known configuration to start from. */
  async start(): Promise<void> {
    await this.#merchant.holds(this.#url);
  }

  async take(step: StepKind): Promise<void> {
    const url = this.#url;
    const steps: Readonly<Record<StepKind, () => Promise<unknown>>> = {
      "register a new URL": async () => this.#register(this.#urls.fresh()),
      "register the same URL": async () => this.#register(url),
      "register a URL that differs by one character": async () => this.#register(`${url}1`),
      "register a URL that differs by case": async () =>
        this.#register(`${url}/Case`.replace("/Case/Case", "/case")),
      "register an http URL": async () =>
        this.#merchant.send(registerDraft(url.replace("https:", "http:"), "refused input")),
      "register without a callback URL": async () => this.#merchant.send(registerBody("{}", "refused input")),
      query: async () => this.#merchant.query(),
      disable: async () => this.#merchant.disable(),
    };
    await steps[step]();
  }

  /** The last reading, so that no step goes unseen. */
  async end(): Promise<void> {
    await this.#merchant.query();
  }

  async #register(url: string): Promise<void> {
    this.#url = url.length < 400 ? url : this.#urls.fresh();
    await this.#merchant.register(this.#url);
  }
}

/** One merchant takes the steps, from a known configuration on, and reads at the end. */
export async function playAlone(
  merchant: Merchant,
  urls: CallbackUrls,
  steps: readonly StepKind[],
): Promise<void> {
  const player = new MerchantWalk(merchant, urls);
  await player.start();
  for (const step of steps) await player.take(step);
  await player.end();
}
