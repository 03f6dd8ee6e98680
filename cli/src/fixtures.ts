import type { DryRunRequestGiven, Verdict } from "../../packages/api-client/src/api.ts";
import { usage } from "./exit.ts";
import { readGiven } from "./read-file.ts";

const verdicts = ["passed", "failed", "skipped", "broken"];

/** A call to try a check on, with the expected verdict. */
export interface Fixture extends DryRunRequestGiven {
  readonly verdict?: Verdict["state"] | undefined;
}

/**
 * Reads JSON lines of datapoints as POST /api/v1/datapoints takes them, with the extra fields `expected` and
 * `verdict`.
 */
export function readFixtures(file: string): readonly Fixture[] {
  const found = readGiven(file)
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [fixtureIn(line, `${file}:${index + 1}`)]));
  if (found.length === 0) throw usage(`${file} is empty: write one {"input": …, "output": …} a line`);
  if (found.length > 50)
    throw usage(`${file}: at most 50 fixtures can be tried in one request, this file has ${found.length}`);
  return found;
}

function fixtureIn(line: string, where: string): Fixture {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch (thrown) {
    throw usage(`${where}: this is not JSON: ${(thrown as Error).message}`);
  }
  if (typeof read !== "object" || read === null || !("input" in read))
    throw usage(`${where}: a fixture is an object with input and output`);
  const { expected, verdict, ...datapoint } = read as Fixture["datapoint"] & Omit<Fixture, "datapoint">;
  if (verdict !== undefined && !verdicts.includes(verdict))
    throw usage(`${where}: verdict must be ${verdicts.join(", ")}`);
  return { datapoint, expected, verdict };
}
