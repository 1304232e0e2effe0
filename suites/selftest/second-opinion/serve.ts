import { run } from "./machine.ts";
import type { Exchange, Packet, Plan } from "./types.ts";

/** Answers one request in the time that the plan takes for it. */
export function serve(plan: Plan, x: Exchange, send: (packet: Packet) => void): void {
  soon(plan, plan.delay(x), () =>
    run(plan, x, (answer) => {
      plan.finish(answer, x);
      const packet = plan.pack(answer, plan.text(answer, x), x);
      soon(plan, plan.hold(answer), () => send(packet));
    }),
  );
}

function soon(plan: Plan, ms: number, act: () => void): void {
  if (ms > 0) plan.later(act, ms);
  else act();
}
