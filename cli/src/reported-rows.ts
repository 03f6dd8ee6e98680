import type { TestRunRow } from "../../packages/api-client/src/api.ts";
import type { ApiClient } from "../../packages/api-client/src/client.ts";

/** Adds the first rows of each run of a flow. */
export async function withRows<Ended extends { readonly runs: readonly { readonly id: string }[] }>(
  api: ApiClient,
  ended: Ended,
) {
  const runs = await Promise.all(ended.runs.map(async (each) => ({ ...each, rows: await reportedRows(api, each.id) })));
  return { ...ended, runs };
}

/** A row of a run as reports show it. */
export interface ReportedRow {
  readonly input: string;
  readonly output?: string;
  readonly expected?: string;
  /** Why it failed: no response, or each failed or broken check with its explanation; empty if it passed. */
  readonly problems: readonly string[];
}

const rowsAtMost = 2000;
const textCharacters = 2000;

/** Reads the first rows of a run, in the order of its set. */
async function reportedRows(api: ApiClient, run: string): Promise<readonly ReportedRow[]> {
  const { items } = await api.list("GET /test-runs/{id}/rows", { path: { id: run } }, rowsAtMost);
  return items.map(rowOf);
}

function rowOf({ input, prediction, expected, error, verdicts }: TestRunRow): ReportedRow {
  const bad = verdicts.filter(({ state }) => state === "failed" || state === "broken");
  return {
    input: textOf(input),
    ...(prediction === undefined ? {} : { output: textOf(prediction) }),
    ...(expected === undefined || expected === null ? {} : { expected: textOf(expected) }),
    problems: [
      ...(error === undefined ? [] : [`no response: ${error}`]),
      ...bad.map(({ check, state, explanation, reason }) => `${check} ${state}: ${explanation ?? reason ?? ""}`.trim()),
    ],
  };
}

const textOf = (value: unknown): string =>
  (typeof value === "string" ? value : JSON.stringify(value)).slice(0, textCharacters);
