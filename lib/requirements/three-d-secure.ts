import type { Area } from "./requirement.ts";

export const threeDSecure = {
  "three-d-secure.envelope": {
    level: "stated",
    sections: ["2.3", "4.3"],
    needs: ["operation:three-d-secure"],
    text: "The operation that accepts or rejects a transaction under 3-D Secure answers with an envelope.",
  },
  "three-d-secure.path": {
    level: "unspecified",
    sections: ["4.3"],
    needs: ["operation:three-d-secure"],
    text: "The path and the shapes of the 3-D Secure operation.",
  },
} as const satisfies Area<"three-d-secure">;
