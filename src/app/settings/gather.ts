import { readFileSync } from "node:fs";
import { Failure, messageOf } from "../../platform/failure.ts";
import { nearest } from "../../platform/nearest.ts";

export type Variables = Readonly<Record<string, string | undefined>>;

export interface Names {
  readonly settings: readonly string[];
  /** Those that may also be given as a file's content: NAME_FILE=/path. */
  readonly secret: ReadonlySet<string>;
  /** Variables of other programs, which may be set in the same shell. */
  readonly foreign: ReadonlySet<string>;
}

/**
 * Returns each variable's value, with secrets read from their files, and the problems found. An empty text
 * counts as not set.
 */
export function gather(
  variables: Variables,
  { settings, secret, foreign }: Names,
): { values: Record<string, string>; problems: string[] } {
  const known = [...settings, ...[...secret].map((name) => `${name}_FILE`)];
  const values: Record<string, string> = {};
  const problems = Object.keys(variables)
    .filter((name) => name.startsWith("GAFFE_") && !known.includes(name) && !foreign.has(name))
    .map((name) => unknown(name, known));
  for (const name of settings) {
    const direct = variables[name];
    const file = secret.has(name) ? variables[`${name}_FILE`] : undefined;
    if (direct && file) problems.push(`${name} and ${name}_FILE are both set: remove one`);
    else if (direct) values[name] = direct;
    else if (file) {
      try {
        values[name] = readFileSync(file, "utf8").trim();
      } catch (thrown) {
        problems.push(`${name}_FILE cannot be read: ${messageOf(thrown)}`);
      }
    }
  }
  return { values, problems };
}

/** Returns all problems as one Failure("caller"). */
export function wrongSettings(problems: readonly string[]): Failure {
  const list = problems.map((problem) => `  - ${problem}`).join("\n");
  return new Failure("caller", `these settings are wrong (all are explained in docs/settings.md):\n${list}`, {
    problems,
  });
}

function unknown(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant ? `${name} is not a setting: did you mean ${meant}?` : `${name} is not a setting: remove it`;
}
