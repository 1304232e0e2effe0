import { mutant } from "../../../lib/reference/mutant.ts";

export const batchMutants = [
  mutant("looks-at-no-message-of-a-batch", "scopes.read-only-in-a-batch", () => ({
    mcpGate: { parts: (call) => [call] },
  })),
  mutant("looks-at-the-first-message-of-a-batch", "scopes.read-only-in-a-batch", ({ mcpGate }) => ({
    mcpGate: { parts: (call) => mcpGate.parts(call).slice(0, 1) },
  })),
];
