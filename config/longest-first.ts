import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Starts the files of this list in its order and all others after them, so that no core waits for a long file at the end. */
export function longestFirst(longest: readonly string[]): typeof BaseSequencer {
  const rank = ({ moduleId }: TestSpecification) => {
    const place = longest.findIndex((name) => moduleId.endsWith(name));
    return place === -1 ? longest.length : place;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return files.toSorted((one, other) => rank(one) - rank(other));
    }
  };
}
