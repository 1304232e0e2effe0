import { expect, test } from "vitest";
import { headerTraits } from "./header-traits.ts";

test("the headers of answers are grouped by their purpose", () => {
  const kept = [
    ["Content-Length", "2"],
    ["Date", "now"],
  ] as const;
  const closed = [
    ["TRANSFER-ENCODING", "chunked"],
    ["CONNECTION", "Close"],
    ["CONTENT-ENCODING", "gzip"],
  ] as const;
  expect(headerTraits([kept, kept])).toEqual({
    value: {
      names: "capitalised",
      length: "Content-Length",
      compression: "none",
      date: "present",
      connection: "kept",
    },
    stable: true,
  });
  expect(headerTraits([closed]).value).toEqual({
    names: "upper case",
    length: "chunked",
    compression: "gzip",
    date: "absent",
    connection: "closed",
  });
  expect(headerTraits([kept, closed], ["connection"])).toEqual({
    value: { connection: ["kept", "closed"] },
    stable: false,
  });
});
