import { expect, test } from "vitest";
import { parameterOf, readChallenges } from "./challenge.ts";

test.each([
  ['Bearer resource_metadata="https://a/b", error=invalid_token', "bearer 2"],
  ["Bearer", "bearer 0"],
  ['DPoP algs="ES256 PS256", Bearer realm="a, b"', "dpop 1, bearer 1"],
  ['Basic realm="a",Bearer realm = "b"', "basic 1, bearer 1"],
  ["Negotiate YWJjZA==, bearer realm=x", "negotiate 0, bearer 1"],
  ["Negotiate, Bearer realm=x", "negotiate 0, bearer 1"],
  ['Bearer realm="a", realm="b"', "bearer 2"],
])("%s is read by the grammar", (value, expected) => {
  const found = readChallenges([value])?.map(({ scheme, parameters }) => `${scheme} ${parameters.length}`);
  expect(found?.join(", ")).toBe(expected);
});

test.each(['Bearer realm="open', "", '"Bearer"', "Bearer realm=a b", "Bearer =a"])(
  "%j breaks the grammar",
  (value) => {
    expect(readChallenges([value])).toBeUndefined();
  },
);

test("several headers are read together, and quoted values without their escapes", () => {
  const [, bearer] = readChallenges(["Basic realm=a", String.raw`Bearer error_description="a \"b\""`]) ?? [];
  expect(parameterOf(bearer, "error_description")).toBe('a "b"');
});
