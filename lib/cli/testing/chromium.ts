import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { temporaryFolder } from "./temporary-folder.ts";

export const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (file) => existsSync(file),
);

const QUIET = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--remote-debugging-port=0",
  "about:blank",
];

const message = z.looseObject({
  id: z.int().optional(),
  method: z.string().optional(),
  sessionId: z.string().optional(),
  params: z.looseObject({}).optional(),
  result: z.looseObject({}).optional(),
  error: z.looseObject({ message: z.string() }).optional(),
});
const attached = z.looseObject({
  sessionId: z.string(),
  targetInfo: z.looseObject({ type: z.string(), targetId: z.string() }),
});
const evaluated = z.looseObject({
  result: z.looseObject({ value: z.unknown().optional() }),
  exceptionDetails: z.unknown().optional(),
});
const spoken = z.looseObject({ value: z.string().optional() });
const tree = z.looseObject({
  nodes: z.array(
    z.looseObject({
      role: spoken.optional(),
      name: spoken.optional(),
      properties: z
        .array(z.looseObject({ name: z.string(), value: z.looseObject({ value: z.unknown().optional() }) }))
        .optional(),
    }),
  ),
});
const COMPLAINTS = new Set(["Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"]);

/** A node of the accessibility tree. */
export interface AccessibleNode {
  readonly role: string;
  readonly name: string;
  /** Of a heading. */
  readonly level?: number;
}

/** A browser that runs until the test is over, by its debugging protocol. */
export class Chromium {
  /** Everything that its pages have logged and thrown. */
  readonly complaints: string[] = [];
  /** Sessions of its pages, the newest last. */
  readonly #pages: string[] = [];
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #sent = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#take(message.parse(JSON.parse(String(data)))));
  }

  /** Opens an address. */
  static async open(url: string, options: readonly string[]): Promise<Chromium> {
    const child = spawn(CHROMIUM ?? "", [`--user-data-dir=${temporaryFolder()}`, ...options, ...QUIET]);
    const ended = new Promise((resolve) => child.once("close", resolve));
    const address = await new Promise<string>((resolve, reject) => {
      let printed = "";
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
        const [, found] = /DevTools listening on (\S+)/.exec(printed) ?? [];
        if (found !== undefined) resolve(found);
      });
      child.once("close", () => reject(new Error(`Cannot drive Chromium: it ended with ${printed}`)));
    });
    const socket = new WebSocket(address);
    onTestFinished(async () => {
      socket.close();
      child.kill();
      await ended;
    });
    await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
    const browser = new Chromium(socket);
    await browser.#send("Target.setAutoAttach", {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
    });
    await browser.#send("Target.createTarget", { url });
    return browser;
  }

  /** The value of an expression in the newest page, as if the user had asked for it. */
  async evaluate(expression: string): Promise<unknown> {
    const sent = { expression, userGesture: true, returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = evaluated.parse(
      await this.#send("Runtime.evaluate", sent, this.#pages.at(-1)),
    );
    if (exceptionDetails === undefined) return result.value;
    throw new Error(`Cannot evaluate ${expression}: ${JSON.stringify(exceptionDetails)}`);
  }

  /** What assistive technology hears of the newest page: the roles and names of its nodes. */
  async accessibilityTree(): Promise<readonly AccessibleNode[]> {
    const { nodes } = tree.parse(await this.#send("Accessibility.getFullAXTree", {}, this.#pages.at(-1)));
    return nodes.map(({ role, name, properties = [] }) => {
      const level = properties.find((property) => property.name === "level")?.value.value;
      return {
        role: role?.value ?? "",
        name: name?.value ?? "",
        ...(typeof level === "number" && { level }),
      };
    });
  }

  async #send(method: string, params: object, sessionId?: string): Promise<unknown> {
    const id = (this.#sent += 1);
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }));
    return waiting.promise;
  }

  #take({ id, method = "", params, result, error }: z.infer<typeof message>): void {
    const waiting = this.#waiting.get(id ?? 0);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(`Cannot drive Chromium: ${error.message}`));
    if (method === "Target.attachedToTarget") this.#attach(attached.parse(params));
    if (COMPLAINTS.has(method)) this.complaints.push(JSON.stringify(params));
  }

  /** Every target waits until it is told to go on; one that did not wait could not be opened by a click. */
  #attach({ sessionId, targetInfo }: z.infer<typeof attached>): void {
    const isPage = targetInfo.type === "page";
    if (isPage) this.#pages.push(sessionId);
    for (const method of [
      ...(isPage ? ["Runtime.enable", "Log.enable"] : []),
      "Runtime.runIfWaitingForDebugger",
    ])
      void this.#send(method, {}, sessionId);
  }
}
