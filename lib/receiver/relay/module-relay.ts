import { pathToFileURL } from "node:url";
import { ForgottenError, type Polled, type Relay, RelayError } from "./relay.ts";

const METHODS = ["open", "plan", "poll", "close"] as const;

/**
 * Loads the relay that a module returns from its default export, a function. An error of the module with the
 * name ForgottenError means that the relay has forgotten the run.
 * @param file absolute
 * @throws {RelayError} if it returns no relay; its methods throw it if those of the module throw
 */
export async function moduleRelay(file: string): Promise<Relay> {
  const made = await asOurs(file, async () => {
    const module: unknown = await import(pathToFileURL(file).href);
    const create: unknown = Object(module).default;
    return typeof create === "function" ? await create() : undefined;
  });
  if (!isRelay(made))
    throw new RelayError(
      "module",
      `${file} returned no relay: open, plan, poll and close must be functions.`,
    );
  return {
    open: async (manners) => asOurs(file, async () => made.open(manners)),
    plan: async (token, steps) => asOurs(file, async () => made.plan(token, steps)),
    expect: async (token) => asOurs(file, async () => made.expect?.(token)),
    poll: async (after, waitSeconds) =>
      asOurs(file, async () => ({ strays: [], ...(await made.poll(after, waitSeconds)) })),
    close: async () => asOurs(file, async () => made.close()),
  };
}

/** Members that a module may omit. */
type ModuleRelay = Omit<Relay, "expect" | "poll"> &
  Partial<Pick<Relay, "expect">> & {
    readonly poll: (...asked: Parameters<Relay["poll"]>) => Promise<Omit<Polled, "strays"> & Partial<Polled>>;
  };

function isRelay(value: unknown): value is ModuleRelay {
  const methods: unknown = Object(value);
  return METHODS.every((name) => typeof Reflect.get(Object(methods), name) === "function");
}

async function asOurs<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && error.name === "ForgottenError") throw new ForgottenError();
    throw new RelayError("module", `The relay of ${file} failed: ${String(error)}.`);
  }
}
