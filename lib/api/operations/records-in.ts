import { isObject, type JsonObject, type JsonValue } from "../json/json.ts";
import { ANY_ITEM, placeBelow } from "../json/leaves.ts";
import { isList, valueAtPointer } from "../json/value-at-pointer.ts";
import { MARK, valueOfField } from "./value-of-field.ts";

/** Where objects with a transaction type were found. */
interface Found {
  /** The items of each list, by the place of the list; none where its items are something else. */
  readonly lists: Map<string, JsonObject[]>;
  /** Where a list without items stands, so that it may be the one of the records. */
  readonly empty: Set<string>;
  /** The others. */
  readonly alone: JsonObject[];
}

/**
 * The transaction records in the `data` of an answer. Found by shape, they are what has a transaction type: the items of
 * a list, be the type deeper in them, or else what stands alone. Where several lists have some, such as the transactions
 * and a sum for each type, they are those that have fees; none, where one of the lists is empty and the others have no fees.
 * @param pointer JSON pointer into `data`, to the records or to the one record; undefined: found by shape
 * @param isDetail whether the answer is about one transaction, so that a list beside it holds others
 */
export function recordsIn(
  data: JsonValue | undefined,
  pointer: string | undefined,
  isDetail = false,
): readonly JsonObject[] {
  if (data === undefined) return [];
  if (pointer !== undefined) {
    const pointed = valueAtPointer(data, pointer);
    return (isList(pointed) ? pointed : [pointed]).filter(isObject);
  }
  const found: Found = { lists: new Map(), empty: new Set(), alone: [] };
  search(data, "", found);
  const { lists, alone } = found;
  if (alone.length === 0 || (!isDetail && lists.size > 0)) return listedRecords(found);
  return isObject(data) && (isDetail || alone.length === 1) ? [data] : alone;
}

function listedRecords({ lists, empty }: Found): readonly JsonObject[] {
  const all = [...lists.values()];
  const having = all.filter((records) => records.some((one) => valueOfField(one, "fees") !== undefined));
  if (having.length > 0) return having.flat();
  const mayBeElsewhere = [...empty].some((place) => lists.get(place)?.length === 0);
  return mayBeElsewhere ? [] : all.flat();
}

function search(value: JsonValue, place: string, found: Found): void {
  if (isList(value)) searchList(value, place, found);
  else if (!isObject(value)) return;
  else if (Object.hasOwn(value, MARK)) found.alone.push(value);
  else for (const [name, member] of Object.entries(value)) search(member, placeBelow(place, name), found);
}

function searchList(items: readonly JsonValue[], place: string, found: Found): void {
  const records = found.lists.get(place) ?? [];
  found.lists.set(place, records);
  if (items.length === 0) found.empty.add(place);
  const below = placeBelow(place, ANY_ITEM);
  for (const item of items) {
    if (isObject(item) && valueOfField(item, MARK) !== undefined) records.push(item);
    else search(item, below, found);
  }
}
