import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { isJsonObject, member } from "../../src/lib/json.ts";
import { states } from "./detectors.ts";
import type { Figure } from "./figures.ts";
import { grouped, lines, Split } from "./measure.ts";

export function functionCalls(folder: string): readonly Figure[] {
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
    return grouped(rows, {
      checks: { [name]: {} },
      set: `function calls: ${name}`,
      hit: ({ expected, output }) =>
        states({ calls: output.tool_calls.map(callOf) }, { [name]: {} }, expected).includes("passed"),
      target: "every label",
    });
  });
}

/** OpenAI's and the bare shape of a call. */
export function callOf(call: z.core.util.JSONType) {
  const inner = isJsonObject(member(call, "function")) ? member(call, "function") : call;
  const name = member(inner, "name");
  return {
    name: typeof name === "string" ? name : "",
    arguments: member(inner, "arguments") ?? member(inner, "parameters") ?? {},
  };
}

export function json(folder: string): readonly Figure[] {
  const cases = join(folder, "raw/JSONTestSuite/test_parsing");
  if (!existsSync(cases)) return [];
  const rows = readdirSync(cases)
    .filter((name) => /^[yn]_/.test(name))
    .map((name) => ({
      split: "test" as const,
      label: name.startsWith("y_"),
      text: readFileSync(join(cases, name)),
      groups: [],
    }));
  const wellEncoded = rows.filter(({ text }) => Buffer.from(text.toString("utf8")).equals(text));
  return grouped(wellEncoded, {
    checks: { is_json: {} },
    set: "JSONTestSuite",
    hit: ({ text }) =>
      states({ output: text.toString("utf8") }, { is_json: { allow_scalar: true } }).includes("passed"),
    target: "all y_ true, all n_ false",
  });
}
