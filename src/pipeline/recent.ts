import { type Around, type Metric, metricOf, metrics } from "../domain/around.ts";
import type { Datapoint } from "../domain/datapoint.ts";
import { runContextOf } from "../domain/run-context.ts";
import { textOf } from "../domain/subject.ts";

/** Values kept per metric, and keys (project, model, prompt version) kept at all; the least recently used goes first. */
const valuesPerKey = 1000;
const keysAtMost = 500;
const answersPerRun = 1000;
const answerLength = 8192;

interface Seen {
  readonly ids: Set<string>;
  readonly values: Readonly<Record<Metric, number[]>>;
}

/**
 * What this thread has lately seen of datapoints like one: the history for checks that compare. It is a sample (other
 * threads and processes see the rest) and begins anew with the thread; a datapoint that is judged again counts once.
 */
export function createRecent() {
  const seen = new Map<string, Seen>();
  const answers = new Map<string, Map<string, string>>();

  return { around, note };

  function around(datapoint: Datapoint): Pick<Around, "earlier" | "others"> {
    const run = runContextOf(datapoint)?.runId;
    return {
      earlier: (metric) => seen.get(keyOf(datapoint))?.values[metric] ?? [],
      ...(run === undefined
        ? {}
        : {
            others: () =>
              [...(answers.get(run) ?? [])].flatMap(([id, answer]) =>
                id === (datapoint.id as string) ? [] : [answer],
              ),
          }),
    };
  }

  function note(datapoint: Datapoint): void {
    if (datapoint.error) return;
    const run = runContextOf(datapoint)?.runId;
    if (run !== undefined) noteAnswer(run, datapoint);
    const key = keyOf(datapoint);
    const known = seen.get(key) ?? { ids: new Set<string>(), values: { cost: [], latency: [], tokens: [] } };
    if (known.ids.has(datapoint.id)) return;
    seen.delete(key);
    seen.set(key, known);
    known.ids.add(datapoint.id);
    trim(known.ids, valuesPerKey);
    for (const metric of metrics) {
      const value = metricOf(datapoint, metric);
      if (value === undefined) continue;
      known.values[metric].push(value);
      if (known.values[metric].length > valuesPerKey) known.values[metric].shift();
    }
    trim(seen, keysAtMost);
  }

  function noteAnswer(run: string, datapoint: Datapoint): void {
    const known = answers.get(run) ?? new Map<string, string>();
    known.set(datapoint.id, datapoint.output.map(textOf).join("\n").slice(0, answerLength));
    trim(known, answersPerRun);
    answers.set(run, known);
    trim(answers, 20);
  }
}

function keyOf({ projectId, requestModel, responseModel, metadata }: Datapoint): string {
  const prompt = ["prompt_version", "promptVersion", "prompt.version"]
    .map((name) => metadata.get(name))
    .find((each) => each !== undefined);
  return JSON.stringify([projectId, requestModel ?? responseModel ?? "", prompt ?? ""]);
}

/** Drops the oldest entries. */
function trim(entries: Map<string, unknown> | Set<string>, most: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= most) return;
    entries.delete(key);
  }
}
