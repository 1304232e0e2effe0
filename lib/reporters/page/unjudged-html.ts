import { requirementRow } from "./requirement-html.ts";
import type { SharedReason } from "../shared-reasons.ts";
import { proseHtml } from "../../text/prose-html.ts";

const SHOWN = 8;

/** Unchecked requirements, grouped by reason. */
export function unjudgedHtml(reasons: readonly SharedReason[]): string {
  const items = reasons.map(({ reason, members }) => {
    const rows = `<ul class="rows">${members.map((one) => requirementRow(one)).join("")}</ul>`;
    const shown =
      members.length <= SHOWN
        ? rows
        : `<details><summary>${members.length} requirements</summary>${rows}</details>`;
    return `<li data-group><p>${proseHtml(reason)}</p>${shown}</li>`;
  });
  return `<ul class="reasons">${items.join("")}</ul>`;
}
