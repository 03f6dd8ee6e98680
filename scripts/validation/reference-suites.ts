import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { sqlDialects } from "../../src/checks/library/output-security/syntax/sql-dialects.ts";
import type { Json } from "../../src/platform/json/json.ts";
import { isJsonObject } from "../../src/platform/json/json.ts";
import { schemaProblems } from "../../src/platform/json/json-schema.ts";
import { states } from "./detectors.ts";
import { excerpt, lines, type Measured, measured } from "./measure.ts";

/** z.json() would drop members called __proto__. */
const AsParsed = z.custom<Json>();
const Case = z.array(z.object({ schema: AsParsed, tests: z.array(z.object({ data: AsParsed, valid: z.boolean() })) }));

/**
 * Measures JSON-Schema-Test-Suite, without remote schemas, with the engine of json_schema_match and the tool
 * schemas.
 */
export function jsonSchema(folder: string): readonly Measured[] {
  const root = join(folder, "raw/JSON-Schema-Test-Suite/tests");
  if (!existsSync(root)) return [];
  return ["draft2020-12", "draft7"].flatMap((draft) => {
    const dialect =
      draft === "draft7" ? "http://json-schema.org/draft-07/schema#" : "https://json-schema.org/draft/2020-12/schema";
    const rows = readdirSync(join(root, draft))
      .filter((file) => file.endsWith(".json"))
      .flatMap((file) => Case.parse(JSON.parse(readFileSync(join(root, draft, file), "utf8"))))
      .filter(({ schema }) => !JSON.stringify(schema).includes("localhost:1234"))
      .flatMap(({ schema, tests }) =>
        tests.map(({ data, valid }) => ({ schema, data, label: valid, split: "test" as const, groups: [] })),
      );
    return measured(rows, {
      checks: { json_schema_match: {}, is_tool_call_schema_valid: {} },
      set: `JSON-Schema-Test-Suite ${draft}`,
      hit: ({ schema, data }) => validates(withDialect(schema, dialect), data),
      target: "all, except remote $ref",
      describe: ({ schema, data }) => JSON.stringify({ schema, data }),
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

/** Measures the stored outputs and verdicts of IFBench: each instruction of each output is a row. */
export function instructions(folder: string): readonly Measured[] {
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
      const promptRow = prompts.get(prompt.trim());
      return (promptRow?.instruction_id_list ?? []).map((id, at) => {
        const given = Object.entries(promptRow?.kwargs[at] ?? {}).filter(([, value]) => value !== null);
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
    return measured(judged, {
      checks: { verifiable_instruction_set: {} },
      set: `IFBench, ${mode}`,
      hit: ({ state }) => state === "passed",
      target: "the reference's verdict, but for tags and syllables",
      isStandard: true,
      describe: ({ instruction, response, label }) =>
        `${instruction.instruction_id}, ${label ? "followed" : "not followed"}: ${excerpt(response.slice(0, 60)).replaceAll("|", "\\|")}`,
    });
  });
}

/**
 * Measures valid SQL of many dialects, each statement also with an extra bracket. An expression is prefixed
 * with SELECT. Half of the lines, by their hash, are dev.
 */
export function sql(folder: string): readonly Measured[] {
  const file = join(folder, "raw/sqlglot/identity.sql");
  if (!existsSync(file)) return [];
  const rows = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("--"))
    .flatMap((line) => {
      const isStatement = beginsStatement.test(line);
      const text = isStatement ? line : `SELECT ${line}`;
      const split = splitOf(line);
      return [
        { text, split, label: true, groups: [isStatement ? "statements" : "expressions, after SELECT"] },
        { text: `${text} )`, split, label: false, groups: ["with a bracket too many"] },
      ];
    });
  const parses = (text: string, dialect: string) =>
    states({ output: text }, { sql_parses: { dialect, strip_fence: false } }).includes("passed");
  return measured(rows, {
    checks: { sql_parses: {} },
    set: "sqlglot identity.sql",
    hit: ({ text }) => sqlDialects.some((dialect) => parses(text, dialect)),
    target: "≥ .85 in any dialect; reported",
    describe: ({ text }) => text,
  });
}

const splitOf = (line: string): "dev" | "test" =>
  createHash("sha256").update(line).digest().readUInt8(0) % 2 === 0 ? "dev" : "test";
const beginsStatement =
  /^[\s(]*(?:select|with|insert|update|delete|create|drop|alter|truncate|merge|explain|show|set|use|values|grant|revoke|comment|cache|uncache|commit|begin|rollback|start|describe|desc|pragma|copy|call|exec|execute|analyze|load|attach|detach|refresh|from|kill|declare|summarize|install|optimize|replace|table|export|unload|pivot|unpivot|vacuum|lock|end|fetch|reset)\b/i;
