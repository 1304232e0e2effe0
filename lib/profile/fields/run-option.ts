import * as z from "zod";
import type { FieldPath } from "./field-path.ts";

/** An option of a run, without what follows from its name. */
interface OptionDeclaration {
  /** The field of the profile. null: none. */
  readonly field: FieldPath | null;
  /** The argument of its flag, for example `<depth>`. Absent: it needs none. */
  readonly takes?: string;
  readonly description: string;
  /** Fills in the default, if there is one. */
  readonly schema: z.ZodType;
}

/** One option of a run, declared once: a flag, a variable of the environment and a field of the profile. */
export interface RunOption<S extends z.ZodType = z.ZodType> extends Omit<OptionDeclaration, "takes"> {
  /** As the command line library takes it, for example `--depth <depth>`. */
  readonly flag: string;
  readonly env: `CONFORMANCE_${string}`;
  readonly schema: S;
  /** Undefined: a profile must give it. */
  readonly default: z.output<S> | undefined;
  /** The type of a text from a flag or a variable. A list is a repeated flag, or a variable with commas. */
  readonly reads: "text" | "number" | "boolean" | "list";
}

/** Names the flag and the variable of each option after it: `maxTime`, `--max-time`, `CONFORMANCE_MAX_TIME`. */
export function runOptions<T extends Readonly<Record<string, OptionDeclaration>>>(
  table: T,
): { readonly [Name in keyof T]: RunOption<T[Name]["schema"]> };
export function runOptions(table: Readonly<Record<string, OptionDeclaration>>): Record<string, RunOption> {
  return Object.fromEntries(
    Object.entries(table).map(([name, declared]) => [name, runOption(name, declared)]),
  );
}

function runOption(name: string, { takes, ...declared }: OptionDeclaration): RunOption {
  const words = name.replaceAll(/[A-Z]/g, "-$&").toLowerCase();
  const fallback = declared.schema.safeParse(undefined).data;
  return {
    ...declared,
    flag: [`--${fallback === true ? "no-" : ""}${words}`, ...(takes === undefined ? [] : [takes])].join(" "),
    env: `CONFORMANCE_${words.replaceAll("-", "_").toUpperCase()}`,
    default: fallback,
    reads: typeRead(declared.schema),
  };
}

function typeRead(schema: z.ZodType): RunOption["reads"] {
  const takes = (value: unknown) => schema.safeParse(value).success;
  return takes(true) ? "boolean" : takes(1) ? "number" : takes([]) ? "list" : "text";
}
