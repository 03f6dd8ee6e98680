import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Json } from "../../src/domain/datapoint.ts";
import { isJsonObject } from "../../src/lib/json.ts";
import { schemaProblems } from "../../src/lib/json-schema.ts";
import { states } from "./detectors.ts";
import type { Figure } from "./figures.ts";
import { grouped, lines } from "./measure.ts";

const Case = z.array(z.object({ schema: z.json(), tests: z.array(z.object({ data: z.json(), valid: z.boolean() })) }));

/** JSON-Schema-Test-Suite without schemas elsewhere; by the engine that json_schema_match and the tool schemas use. */
export function jsonSchema(folder: string): readonly Figure[] {
  const root = join(folder, "raw/JSON-Schema-Test-Suite/tests");
  if (!existsSync(root)) return [];
  return ["draft2020-12", "draft7"].flatMap((draft) => {
    const dialect =
      draft === "draft7" ? "http://json-schema.org/draft-07/schema#" : "https://json-schema.org/draft/2020-12/schema";
    const rows = readdirSync(join(root, draft))
      .filter((file) => file.endsWith(".json") && !/^(?:refRemote|dynamicRef|vocabulary)/.test(file))
      .flatMap((file) =>
        Case.parse(JSON.parse(readFileSync(join(root, draft, file), "utf8"))).flatMap(({ schema, tests }) =>
          tests.map(({ data, valid }) => ({ schema, data, label: valid, split: "test" as const, groups: [] })),
        ),
      );
    return grouped(rows, {
      checks: { json_schema_match: {}, is_tool_call_schema_valid: {} },
      set: `JSON-Schema-Test-Suite ${draft}`,
      hit: ({ schema, data }) => validates(withDialect(schema, dialect), data),
      target: "all, except remote $ref",
    });
  });
}

const withDialect = (schema: Json, $schema: string): Json => (isJsonObject(schema) ? { $schema, ...schema } : schema);

function validates(schema: Json, data: Json): boolean {
  try {
    return schemaProblems(schema, data, { formats: false, coerce_types: false, strict_additional: false }).length === 0;
  } catch {
    return false;
  }
}

/** The stored outputs and verdicts of IFBench: each instruction of each output is a row. */
export function instructions(folder: string): readonly Figure[] {
  const root = join(folder, "raw/ifbench");
  if (!existsSync(root)) return [];
  const Prompt = z.object({
    prompt: z.string(),
    instruction_id_list: z.array(z.string()),
    kwargs: z.array(z.record(z.string(), z.json())),
  });
  const Result = z.object({ prompt: z.string(), response: z.string(), follow_instruction_list: z.array(z.boolean()) });
  const prompts = new Map(lines(join(root, "IFBench_test.jsonl"), Prompt).map((row) => [row.prompt.trim(), row]));
  return ["strict", "loose"].flatMap((mode) => {
    const rows = lines(join(root, `eval_results_${mode}.jsonl`), Result).flatMap(({ prompt, response, ...result }) => {
      const asked = prompts.get(prompt.trim());
      return (asked?.instruction_id_list ?? []).map((id, at) => {
        const given = Object.entries(asked?.kwargs[at] ?? {}).filter(([, value]) => value !== null);
        const instruction = { instruction_id: id, kwargs: Object.fromEntries(given) };
        const label = result.follow_instruction_list[at] === true;
        return { response, instruction, label, split: "test" as const, groups: [] };
      });
    });
    const verdicts = rows.map(
      ({ response, instruction }) =>
        states(
          { output: response },
          { verifiable_instruction_set: { instructions: [instruction], loose: mode === "loose" } },
        )[0],
    );
    const judged = rows.map((row, at) => ({ ...row, state: verdicts[at] })).filter(({ state }) => state !== "skipped");
    return grouped(judged, {
      checks: { verifiable_instruction_set: {} },
      set: `IFBench, ${mode}`,
      hit: ({ state }) => state === "passed",
      target: "the reference's verdict, but for tags and syllables",
    });
  });
}

/** Valid statements of many dialects, read by the PostgreSQL grammar and by MySQL's. */
export function sql(folder: string): readonly Figure[] {
  const file = join(folder, "raw/sqlglot/identity.sql");
  if (!existsSync(file)) return [];
  const rows = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("--"))
    .map((text) => ({ text, label: true, split: "test" as const, groups: [] }));
  return grouped(rows, {
    checks: { sql_parses: {} },
    set: "sqlglot identity.sql",
    hit: ({ text }) =>
      ["postgresql", "mysql", "bigquery", "transactsql", "snowflake"].some((dialect) =>
        states({ output: text }, { sql_parses: { dialect, strip_fence: false } }).includes("passed"),
      ),
    target: "≥ .85, in any of five dialects; reported",
  });
}
