import { Failure } from "../../platform/failure.ts";
import type { IssueId, MonitorId } from "../../platform/ids.ts";
import type { Datapoint, Params } from "../datapoint.ts";
import type { Feedback } from "../feedback/feedback.ts";
import { storedEntries } from "../fields/catalogue.ts";
import type { StoredField } from "../fields/stored-field.ts";
import { retriesOf } from "../retries.ts";
import { foldForSearch, type SearchedText, searchedText } from "../text/searched-text.ts";
import type { TraceSpan } from "../traces/evaluation-context.ts";

import type { Query } from "./ast.ts";
import { attributeText, jsonText } from "./attribute-text.ts";
import type { Datum, FactReader, Readers, TypedReader } from "./facts.ts";
import { findField } from "./field.ts";
import { type ComputedKey, datapointFields } from "./fields.ts";
import { compileQuery, type Test } from "./match.ts";
import { type ParamField, paramFields, paramKeys } from "./params.ts";
import { traceFacts } from "./trace-facts.ts";

/** A datapoint with what is known of it. Its texts are folded on first use and shared by all queries. */
export interface Matchable {
  readonly datapoint: Datapoint;
  readonly verdicts: readonly { readonly check: string; readonly state: string; readonly value?: number | boolean }[];
  readonly monitorIds: readonly MonitorId[];
  readonly issueIds: readonly IssueId[];
  readonly feedback: readonly Feedback[];
  text(): SearchedText;
  /** Received spans of its trace; absent where the trace is not at hand. */
  readonly spans?: (() => readonly TraceSpan[]) | undefined;
}

type Known = Partial<Pick<Matchable, "verdicts" | "monitorIds" | "issueIds" | "feedback" | "spans">>;

export function matchable(datapoint: Datapoint, known: Known = {}): Matchable {
  let text: SearchedText | undefined;
  return {
    datapoint,
    verdicts: known.verdicts ?? [],
    monitorIds: known.monitorIds ?? [],
    issueIds: known.issueIds ?? [],
    feedback: known.feedback ?? [],
    text: () => (text ??= searchedText(datapoint)),
    spans: known.spans,
  };
}

/** Compiles a query to a predicate, for repeated use. */
export function createMatcher(query: Query): Test<Matchable> {
  return compileQuery(query, datapointReaders);
}

/** Readers of the fields that are no stored field of the catalogue. */
const computedFacts: Readonly<Record<Exclude<ComputedKey, ParamField>, FactReader<Matchable>>> = {
  id: ({ datapoint }) => datapoint.id,
  model: ({ datapoint }) => present([datapoint.requestModel, datapoint.responseModel]),
  "prompt.name": (item) => attribute(item, "gen_ai.prompt.name"),
  "prompt.version": (item) => attribute(item, "gen_ai.prompt.version"),
  tool: ({ datapoint }) => toolNames(datapoint),
  failed_step: ({ datapoint }) => datapoint.failedSteps?.map(({ name }) => name),
  status: ({ datapoint }) => (datapoint.error ? "error" : "ok"),
  input: (item) => item.text().input,
  output: (item) => item.text().output,
  system: (item) => item.text().system,
  error: (item) => item.text().error,
  tps: ({ datapoint }) => tokensPerSecond(datapoint),
  size: (item) => utf8Length(item.text().input) + utf8Length(item.text().output),
  retries: ({ datapoint }) => retriesOf(datapoint),
  is: ({ datapoint }) => claims(datapoint),
  monitor: ({ monitorIds }) => monitorIds,
  issue: ({ issueIds }) => issueIds,
  feedback: ({ feedback }) => feedback.map(({ rating }) => rating),
  "feedback.comment": ({ feedback }) => present(feedback.map(({ comment }) => comment && foldForSearch(comment))),
};

const facts = new Map<string, FactReader<Matchable>>([
  ...Object.entries(paramKeys).map(([field, key]) => [field, paramFact(field, key)] as const),
  ...Object.entries(computedFacts),
  ...storedEntries.flatMap(([, field]) => (field.query ? [[field.query.key, factOf(field)] as const] : [])),
]);

function paramFact(name: string, key: keyof Params): FactReader<Matchable> {
  const isNumber = paramFields.find((one) => one.key === name)?.type === "number";
  return ({ datapoint: { params } }) => {
    const value = params[key];
    if (value === undefined) return undefined;
    return isNumber && typeof value === "number" ? value : jsonText(value);
  };
}

function factOf(field: StoredField): FactReader<Matchable> {
  if (field.kind !== "optionalBoolean") return ({ datapoint }) => field.read(datapoint);
  return ({ datapoint }) => {
    const value = field.read(datapoint);
    return value === undefined ? undefined : String(value);
  };
}

const subFacts: Readonly<Record<string, (sub: string) => FactReader<Matchable>>> = {
  ...traceFacts,
  attr: (key) => (item) => attribute(item, key),
  meta:
    (key) =>
    ({ datapoint }) => {
      const value = datapoint.metadata.get(key);
      return value === undefined ? undefined : jsonText(value);
    },
  check:
    (name) =>
    ({ verdicts }) =>
      verdicts.filter(({ check }) => check === name).map(({ state }) => state),
  score:
    (name) =>
    ({ verdicts }) =>
      present(verdicts.map(({ check, value }) => (check === name && value !== undefined ? Number(value) : undefined))),
  "feedback.score":
    (name) =>
    ({ feedback }) =>
      present(feedback.map((one) => (one.name === name ? one.score : undefined))),
  "feedback.label":
    (name) =>
    ({ feedback }) =>
      present(feedback.map((one) => (one.name === name ? one.label : undefined))),
};

export const datapointReaders: Readers<Matchable> = {
  field: readerOf,
  presence: (name) => {
    const found = findField(datapointFields, name);
    // The error's text can be empty where its type is known.
    return readerOf(found?.field.key === "error" ? "error.type" : (found?.field.key ?? name), found?.sub);
  },
  texts: [(item) => item.text().input, (item) => item.text().output, (item) => item.text().error],
};

function readerOf(key: string, sub: string | undefined): TypedReader<Matchable> {
  const type = datapointFields.find((field) => field.key === key)?.type;
  const reader = sub === undefined ? facts.get(key) : subFacts[key]?.(sub);
  if (!type || !reader) throw new Failure("defect", `no reader for the field ${key}`);
  return { type, facts: reader };
}

function attribute({ datapoint }: Matchable, key: string): Datum {
  const value = datapoint.attributes.get(key);
  return value === undefined ? undefined : attributeText(value);
}

/** Returns the names of the tools that the response calls. */
export function toolNames({ output }: Datapoint): readonly string[] {
  return output.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "tool_call" ? [part.name] : [])));
}

function tokensPerSecond({ durationMs, timeToFirstTokenMs = 0, usage }: Datapoint): number | undefined {
  const answeringMs = durationMs - timeToFirstTokenMs;
  return usage.outputTokens === undefined || answeringMs <= 0 ? undefined : (usage.outputTokens * 1000) / answeringMs;
}

function claims({ error, streaming, flags }: Datapoint): readonly string[] {
  return [error ? "error" : "ok", ...(streaming ? ["streaming"] : []), ...flags];
}

function present<Item extends string | number>(list: readonly (Item | undefined)[]): readonly Item[] {
  return list.filter((item) => item !== undefined);
}

function utf8Length(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Each half of a surrogate pair counts for two of its four bytes.
    length += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
  }
  return length;
}
