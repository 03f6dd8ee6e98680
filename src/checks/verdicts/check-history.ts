import {
  type Datapoint,
  type DialogHistory,
  type DialogLink,
  type EvaluationContext,
  followInTrace,
  limitedHistory,
  type Metric,
  metricOf,
  metrics,
  runContextOf,
  textOf,
} from "../../datapoints/index.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import type { ProjectId } from "../../platform/ids.ts";

/**
 * What a check may read about earlier calls: metric values of similar calls, the answers of a test run, or the dialog
 * that a call of a stateful API continues.
 */
export type HistoryKey = {
  readonly projectId: ProjectId;
} /** `promptVersion`: JSON text, "" where the call names none. */ & (
  | { readonly kind: "values"; readonly model: string; readonly promptVersion: string }
  | { readonly kind: "answers"; readonly runId: string }
  | {
      readonly kind: "dialog";
      readonly link: DialogLink;
      /** The first call of the trace that continues something outside of it. */
      readonly call: Pick<Datapoint, "id" | "startedAt">;
    }
);

export type Values = Readonly<Record<Metric, readonly number[]>>;

/** Stored history of earlier datapoints, by `historyName` of the key. */
export interface CheckHistory {
  /** Oldest first, at most 1,000 of each metric. */
  readonly values: ReadonlyMap<string, Values>;
  /** By datapoint, at most 1,000. */
  readonly answers: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Undefined values: a conversation begins with the call. */
  readonly dialogs: ReadonlyMap<string, DialogHistory | undefined>;
}

export const noHistory: CheckHistory = { values: new Map(), answers: new Map(), dialogs: new Map() };

/** Metadata names under which sources report a prompt version; the first that is present counts. */
export const promptVersionNames = ["prompt_version", "promptVersion", "prompt.version"] as const;

export function historyName(key: HistoryKey): string {
  switch (key.kind) {
    case "values":
      return JSON.stringify([key.projectId, key.model, key.promptVersion]);
    case "answers":
      return JSON.stringify([key.projectId, "run", key.runId]);
    case "dialog":
      return JSON.stringify([key.projectId, "dialog", key.link, key.call.id]);
    default:
      return unreachable(key);
  }
}

export const maxValues = 1000;
const maxAnswers = 1000;
const answerLength = 8192;

/**
 * History for the checks of one write batch: what is stored, plus the calls of the batch that were evaluated
 * before. Keys that were requested but not read are recorded, so that they are read and the batch is processed
 * again.
 */
export function createBatchHistory(history: CheckHistory) {
  const missing = new Map<string, HistoryKey>();
  const values = new Map<string, Record<Metric, number[]>>();
  const answers = new Map<string, Map<string, string>>();
  return { around: contextOf, note: record, missing: () => [...missing.values()] };

  function contextOf(
    datapoint: Datapoint,
    calls: readonly Datapoint[] = [],
  ): Pick<EvaluationContext, "earlier" | "others" | "dialogHistory"> {
    const run = runContextOf(datapoint)?.runId;
    return {
      dialogHistory: () => dialogOf(datapoint, calls),
      earlier: (metric) => {
        const key = valuesKey(datapoint);
        const stored = wanted(history.values, key)?.[metric] ?? [];
        return [...stored, ...(values.get(historyName(key))?.[metric] ?? [])].slice(-maxValues);
      },
      ...(run === undefined ? {} : { others: () => othersOf(datapoint, run) }),
    };
  }

  /** Calls of the same trace come first: they may not be stored yet. */
  function dialogOf(datapoint: Datapoint, calls: readonly Datapoint[]): DialogHistory | undefined {
    const { turns, link, from } = followInTrace(datapoint, calls);
    if (!link) return turns.length === 0 ? undefined : limitedHistory({ heldBy: "provider", turns });
    const key = { kind: "dialog", projectId: datapoint.projectId, link, call: from } as const;
    const before = wanted(history.dialogs, key);
    if (turns.length === 0) return before;
    return limitedHistory({ heldBy: "provider", ...before, turns: [...(before?.turns ?? []), ...turns] });
  }

  function othersOf({ id, projectId }: Datapoint, runId: string): readonly string[] {
    const key = { kind: "answers", projectId, runId } as const;
    const all = new Map([...(wanted(history.answers, key) ?? []), ...(answers.get(historyName(key)) ?? [])]);
    all.delete(id);
    return [...all.values()].slice(-maxAnswers);
  }

  function wanted<Known>(known: ReadonlyMap<string, Known>, key: HistoryKey): Known | undefined {
    const name = historyName(key);
    if (!known.has(name)) missing.set(name, key);
    return known.get(name);
  }

  function record(datapoint: Datapoint): void {
    if (datapoint.error) return;
    const run = runContextOf(datapoint)?.runId;
    if (run !== undefined) {
      const name = historyName({ kind: "answers", projectId: datapoint.projectId, runId: run });
      const known = answers.get(name) ?? new Map<string, string>();
      answers.set(name, known.set(datapoint.id, answerOf(datapoint)));
    }
    const name = historyName(valuesKey(datapoint));
    const known = values.get(name) ?? { cost: [], latency: [], tokens: [] };
    values.set(name, known);
    for (const metric of metrics) {
      const value = metricOf(datapoint, metric);
      if (value !== undefined) known[metric].push(value);
    }
  }
}

export const answerOf = ({ output }: Pick<Datapoint, "output">): string =>
  output.map(textOf).join("\n").slice(0, answerLength);

function valuesKey({ projectId, requestModel, responseModel, metadata }: Datapoint) {
  const version = promptVersionNames.map((name) => metadata.get(name)).find((each) => each !== undefined);
  const promptVersion = version === undefined ? "" : JSON.stringify(version);
  return { kind: "values", projectId, model: requestModel ?? responseModel ?? "", promptVersion } as const;
}
