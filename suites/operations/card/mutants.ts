import { CREDENTIALS, ENVELOPE, mutantsOf } from "../faults.ts";

export const cardMutants = [
  ...mutantsOf({
    area: "card",
    operation: "card/bin/query",
    envelope: "bin-query-envelope",
    faults: [...ENVELOPE, "cutBodies", "absent", ...CREDENTIALS, "anyCase", "anyNonce"],
    reveals: "the range 424242",
  }),
  ...mutantsOf({
    area: "card",
    operation: "card/cancel",
    envelope: "cancel-envelope",
    faults: [...ENVELOPE, ...CREDENTIALS],
  }),
];
