import { z } from "zod";
import type { Message } from "../../datapoints/index.ts";
import { createDialogHistoryReader, timeParam } from "../../datapoints/service.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { ClickHouse } from "../../storage/index.ts";
import type { CheckHistoryReader } from "../ports/check-history.ts";
import {
  answerOf,
  type HistoryKey,
  historyName,
  maxValues,
  promptVersionNames,
  type Values,
} from "../verdicts/check-history.ts";

const weekMs = 7 * 86_400_000;

/** How many of a project's newest calls are searched for those of a model and prompt version. */
const newestCalls = 200_000;

const Found = z.strictObject({
  model: z.string(),
  promptVersion: z.string(),
  cost: z.array(z.number()),
  latency: z.array(z.number()),
  tokens: z.array(z.number()),
});

const StoredAnswer = z.strictObject({ id: z.string(), output: z.string() });

/** Reads what checks compare a call with: the last calls that did not fail, of the last seven days. */
export function createCheckHistoryReader({ clickhouse }: { clickhouse: ClickHouse }): CheckHistoryReader {
  const dialogs = createDialogHistoryReader({ clickhouse });
  return { values, answers, dialog: (...args) => dialogs.read(...args) };

  async function values(project: ProjectId, keys: readonly (HistoryKey & { kind: "values" })[], now: number) {
    const promptVersion = `multiIf(${promptVersionNames.map((name) => `mapContains(metadata, '${name}'), metadata['${name}']`).join(", ")}, '')`;
    const last = (column: string) => `arrayReverse(groupArrayIf(${maxValues})(${column}, ${column} IS NOT NULL))`;
    const rows = await clickhouse.select(
      "read earlier values",
      `SELECT model, promptVersion, ${last("cost")} AS cost, ${last("latency")} AS latency, ${last("tokens")} AS tokens
       FROM (
         SELECT coalesce(request_model, response_model, '') AS model, ${promptVersion} AS promptVersion,
           if(cost_complete, cost_usd, NULL) AS cost, duration_ms AS latency,
           if(input_tokens IS NULL AND output_tokens IS NULL, NULL,
              coalesce(input_tokens, 0) + coalesce(output_tokens, 0)) AS tokens, at, id
         FROM datapoints FINAL
         WHERE project_id = {project:String} AND at >= {from:DateTime64(3, 'UTC')} AND error_type IS NULL
         ORDER BY at DESC, id DESC LIMIT ${newestCalls}
       )
       WHERE (model, promptVersion) IN arrayZip({models:Array(String)}, {versions:Array(String)})
       GROUP BY model, promptVersion`,
      {
        project,
        from: timeParam(now - weekMs),
        models: keys.map(({ model }) => model),
        versions: keys.map((key) => key.promptVersion),
      },
    );
    return new Map(
      rows.map((row): [string, Values] => {
        const { model, promptVersion: version, ...found } = Found.parse(row);
        return [historyName({ kind: "values", projectId: project, model, promptVersion: version }), found];
      }),
    );
  }

  async function answers(project: ProjectId, runId: string, now: number) {
    const rows = await clickhouse.select(
      "read answers of a test run",
      `SELECT id, output FROM payloads FINAL WHERE project_id = {project:String} AND (at, id) IN (
         SELECT at, id FROM datapoints FINAL
         WHERE project_id = {project:String} AND at >= {from:DateTime64(3, 'UTC')} AND source = 'run'
           AND attributes['gaffe.test_run.id'] = {run:String} AND error_type IS NULL
         ORDER BY at DESC, id DESC LIMIT 1000
       ) ORDER BY at, id`,
      { project, run: runId, from: timeParam(now - weekMs) },
    );
    return new Map(
      z
        .array(StoredAnswer)
        .parse(rows)
        .map(({ id, output }) => [id, answerOf({ output: JSON.parse(output) as readonly Message[] })]),
    );
  }
}
