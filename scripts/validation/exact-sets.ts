import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { isJsonObject, member } from "../../src/platform/json/json.ts";
import { states } from "./detectors.ts";
import { lines, type Measured, measured, Split } from "./measure.ts";

export function functionCalls(folder: string): readonly Measured[] {
  const Row = z.object({
    expected: z.json(),
    output: z.object({ tool_calls: z.array(z.json()) }),
    labels: z.record(z.string(), z.boolean().nullable()),
    split: Split,
  });
  const all = lines(join(folder, "function_calls.jsonl"), Row);
  const names = [
    "is_function_correct",
    "are_required_params_present",
    "are_all_params_expected",
    "do_param_values_match",
  ];
  return names.flatMap((name) => {
    const rows = all.flatMap((row) => {
      const label = row.labels[name];
      return typeof label === "boolean" ? [{ ...row, label, groups: [] }] : [];
    });
    return measured(rows, {
      checks: { [name]: {} },
      set: `function calls: ${name}`,
      hit: ({ expected, output }) =>
        states({ calls: output.tool_calls.map(callOf) }, { [name]: {} }, expected).includes("passed"),
      target: "every label",
      describe: ({ output, expected }) => JSON.stringify({ output, expected }).slice(0, 400),
    });
  });
}

/** Parses a call in OpenAI's format or as a plain object. */
export function callOf(call: z.core.util.JSONType) {
  const inner = isJsonObject(member(call, "function")) ? member(call, "function") : call;
  const name = member(inner, "name");
  return {
    name: typeof name === "string" ? name : "",
    arguments: member(inner, "arguments") ?? member(inner, "parameters") ?? {},
  };
}

export function json(folder: string): readonly Measured[] {
  const cases = join(folder, "raw/JSONTestSuite/test_parsing");
  if (!existsSync(cases)) return [];
  const rows = readdirSync(cases)
    .filter((name) => /^[yn]_/.test(name))
    .map((name) => ({
      name,
      split: "test" as const,
      label: name.startsWith("y_"),
      text: readFileSync(join(cases, name)),
      groups: [],
    }));
  const wellEncoded = rows.filter(({ text }) => Buffer.from(text.toString("utf8")).equals(text));
  const duplicates = measured(
    wellEncoded
      .filter(({ label }) => label)
      .map((row) => ({ ...row, label: row.name.startsWith("y_object_duplicated_key") })),
    {
      checks: { json_duplicate_keys: {} },
      set: "JSONTestSuite, keys that stand twice",
      hit: ({ text }) => states({ output: text.toString("utf8") }, { json_duplicate_keys: {} }).includes("failed"),
      target: "the two cases that have some, and no other",
      describe: ({ name }) => name,
    },
  );
  const parsing = measured(wellEncoded, {
    checks: { is_json: {} },
    set: "JSONTestSuite",
    hit: ({ text }) =>
      states({ output: text.toString("utf8") }, { is_json: { allow_scalar: true } }).includes("passed"),
    target: "all y_ true, all n_ false",
    describe: ({ name }) => name,
  });
  return [...parsing, ...duplicates];
}
