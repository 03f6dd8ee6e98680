import type { TestRunRow, Verdict } from "../../../packages/api-client/src/api.ts";
import type { ApiClient } from "../../../packages/api-client/src/client.ts";
import { withPosition } from "../api.ts";
import type { FlowConfig } from "../settings/flows.ts";
import type { RowChecks } from "../settings/rows.ts";

/**
 * Evaluates the checks of single rows on their responses, and returns a text for each row that fails. A check that
 * gives no verdict fails as well: it was written for this row.
 */
export async function rowFailures(
  api: ApiClient,
  run: string,
  { rowChecks, repeats = 1 }: FlowConfig,
): Promise<readonly string[]> {
  if (rowChecks.length === 0) return [];
  const { items } = await api.list("GET /test-runs/{id}/rows", { path: { id: run } });
  const failures: string[] = [];
  for (const each of rowChecks) {
    const tries = items.slice(each.row * repeats, (each.row + 1) * repeats);
    for (const row of tries) failures.push(...(await failureOf(api, each, row)));
  }
  return failures;
}

async function failureOf(
  api: ApiClient,
  { row: index, checks, position }: RowChecks,
  row: TestRunRow,
): Promise<readonly string[]> {
  // A row without a response fails the run already.
  if (row.state !== "done" || row.error !== undefined) return [];
  const verdicts = await Promise.all(
    checks.map((each) => {
      const { check, options } = typeof each === "string" ? { check: each, options: undefined } : each;
      const body = { datapointId: row.datapointId, expected: row.expected, options };
      return withPosition(
        () => position,
        () => api.send("POST /checks/{name}/evaluate", { path: { name: check }, body }),
      );
    }),
  );
  const bad = verdicts.filter(({ state }) => state !== "passed");
  if (bad.length === 0) return [];
  const expected = row.expected === null ? [] : [`  expected: ${textOf(row.expected)}`];
  return [
    [
      `row ${index + 1} (${position}): ${bad.map(textOfVerdict).join("; ")}`,
      `  input: ${textOf(row.input)}`,
      `  output: ${textOf(row.prediction)}`,
      ...expected,
    ].join("\n"),
  ];
}

const textOfVerdict = ({ check, state, explanation, reason }: Verdict): string =>
  `${check} ${state}: ${explanation ?? reason ?? "no explanation"}`;

const maxCharacters = 500;
const textOf = (value: unknown): string =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).slice(0, maxCharacters);
