import { wording } from "../../engine/requirement.ts";
import { presumedOfApi, type Queried } from "../../profile/presumptions.ts";
import type { Profile } from "../../profile/profile-schema.ts";
import type { OperationsContext } from "./operations-context.ts";
import type { OperationsMoment } from "./operations-moment.ts";

/** The words in which the areas of operations write their rows. */
export const { stated, inferred, advisory, unspecified } = wording<
  OperationsContext,
  Profile,
  OperationsMoment,
  Queried
>(presumedOfApi);
