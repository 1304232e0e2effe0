import { expect, test } from "vitest";
import { idSize, merchantIdForm, timeFormat } from "./forms.ts";

test.each([
  [0, "within 2^31"],
  [2 ** 31 - 1, "within 2^31"],
  [2 ** 31, "within 2^53"],
  [-(2 ** 31), "within 2^31, negative"],
  [9007199254740993n, "within 2^63"],
  [2n ** 63n, "beyond 2^63"],
  ["1", undefined],
])("the size of %s", (id, size) => {
  expect(idSize(id)).toBe(size);
});

test.each([
  ["000001", "digits"],
  ["18446744073709551615", "digits beyond 2^53"],
  ["6f1a3c52-0000-4000-8000-000000000001", "a UUID"],
  ["M0001", "letters and digits"],
  ["M-1", "ASCII characters"],
  ["商户", "characters beyond ASCII"],
  [1, undefined],
])("the form of %s", (id, form) => {
  expect(merchantIdForm(id)).toBe(form);
});

test.each([
  ["2026-01-02T03:04:05.678Z", "YYYY-MM-DDThh:mm:ss.sssZ"],
  ["2026-01-02T03:04:05,678901+00:00", "YYYY-MM-DDThh:mm:ss,ssssss+00:00"],
  ["2026-01-02T03:04Z", "YYYY-MM-DDThh:mmZ"],
  ["20260102T030405Z", "YYYYMMDDThhmmssZ"],
  ["yesterday", "another format"],
  [5, undefined],
])("the format of %s", (time, format) => {
  expect(timeFormat(time)).toBe(format);
});
