import { join } from "node:path";
import { z } from "zod";
import { codeChecks } from "../../src/checks/library/index.ts";
import { defaultMonitors } from "../../src/monitors/default-monitors.ts";
import { states } from "./detectors.ts";
import { excerpt, lines, type Measured } from "./measure.ts";
import { type SplitMetric, wilson } from "./split-metrics.ts";

interface Exchange {
  readonly input: string;
  readonly output: string;
  readonly source: string;
}

const onByDefault = new Set(defaultMonitors.flatMap(({ checks }) => checks.map(({ check }) => check)));
/** Checks that find defects and work without options. */
const defects = [...codeChecks.values()].filter(
  ({ name, output, needs }) =>
    onByDefault.has(name) ||
    (output.rule === "pass when false" && !needs.includes("config") && !needs.includes("expected")),
);

/** Measures how often each check that finds defects fires on responses without that defect. */
export function ordinaryTraffic(folder: string): readonly Measured[] {
  const exchanges = [...xstest(folder), ...ifbench(folder), ...halueval(folder)];
  const declining = /\bas an ai\b|\bai language model\b|^(?:i'm )?sorry\b|^unfortunately\b/i;
  const others = exchanges.filter(({ output }) => !declining.test(output.slice(0, 200)));
  const [all] = measuredOf("ordinary traffic", exchanges, "all answers");
  const [part] = measuredOf("ordinary traffic", others, "without those that open as an AI or with regret", [
    "model_refusal",
  ]);
  return all && part ? [{ ...all, metrics: [...all.metrics, ...part.metrics] }] : [];
}

/**
 * Measures the same on single sentences of 63 languages, as responses without a question: checks easily
 * assume English.
 */
export function otherLanguages(folder: string): readonly Measured[] {
  const Row = z.object({ text: z.string(), lang: z.string().nullable(), kind: z.string() });
  const sentences = lines(join(folder, "langid.jsonl"), Row)
    .filter(({ kind }) => kind === "sentence")
    .map(({ text, lang }) => ({ input: "", output: text, source: lang ?? "" }));
  return measuredOf("sentences of 63 languages", sentences, "all sentences");
}

function measuredOf(
  set: string,
  exchanges: readonly Exchange[],
  group: string,
  names = defects.map(({ name }) => name),
): readonly Measured[] {
  if (exchanges.length === 0) return [];
  const fired = new Map(names.map((name) => [name, [] as Exchange[]]));
  const options = Object.fromEntries(names.map((name) => [name, {}]));
  for (const exchange of exchanges)
    for (const [at, state] of states(exchange, options).entries())
      if (state === "failed") fired.get(names[at] ?? "")?.push(exchange);
  const metrics = [...fired].map(([name, found]): SplitMetric => {
    const falsePositives = wilson(found.length, exchanges.length);
    return {
      checks: [name],
      set,
      split: "all",
      group,
      counts: { tp: 0, fp: found.length, fn: 0, tn: exchanges.length - found.length },
      ...(falsePositives ? { falsePositives } : {}),
      ...(onByDefault.has(name) ? { target: "≤ 2 %, on by default" } : {}),
    };
  });
  const misses = [...fired].flatMap(([name, found]) =>
    found
      .filter(({ source }) => source !== "XSTest test")
      .map(({ source, output }) => `${name}  ${source}  ${excerpt(output)}`),
  );
  return [{ set, metrics, misses }];
}

function xstest(folder: string): readonly Exchange[] {
  const Row = z.object({
    text: z.string(),
    prompt: z.string().nullish(),
    label: z.string(),
    kind: z.string(),
    split: z.string(),
  });
  // Rows of test are measured, and never shown among the misses.
  return lines(join(folder, "refusal.jsonl"), Row)
    .filter(({ label, kind }) => label === "compliance" && kind === "model_completion")
    .map(({ prompt, text, split }) => ({ input: prompt ?? "", output: text, source: `XSTest ${split}` }));
}

function ifbench(folder: string): readonly Exchange[] {
  const Row = z.object({ prompt: z.string(), response: z.string() });
  return lines(join(folder, "raw/ifbench/sample_output.jsonl"), Row).map(({ prompt, response }) => ({
    input: prompt,
    output: response,
    source: "IFBench",
  }));
}

function halueval(folder: string): readonly Exchange[] {
  const Row = z.object({ user_query: z.string(), chatgpt_response: z.string() });
  return lines(join(folder, "raw/halueval/general_data.json"), Row).map((row) => ({
    input: row.user_query,
    output: row.chatgpt_response,
    source: "HaluEval",
  }));
}
