import type { Attributes } from "../../otlp/index.ts";
import type { Datapoint } from "../datapoint.ts";
import type { TraceSpan } from "../traces/evaluation-context.ts";
import type { Query } from "./ast.ts";
import { attributeText } from "./attribute-text.ts";
import type { Datum } from "./facts.ts";

/** Query fields about the spans around a call; an item without its trace has none of them. */
export const traceFields = ["parent.attr", "trace.attr", "resource.attr", "scope"] as const;
export type TraceField = (typeof traceFields)[number];

/** A datapoint with the received spans of its trace. */
export interface InTrace {
  readonly datapoint: Pick<Datapoint, "spanId">;
  readonly spans?: (() => readonly TraceSpan[]) | undefined;
}

/** Maximum number of spans above a call that are read, as in the context of a call. */
export const ancestorsAtMost = 100;

/** Returns the reader of a field about the trace; each is computed from the spans that have arrived. */
export const traceFacts: Readonly<Record<TraceField, (name: string) => (item: InTrace) => Datum>> = {
  "parent.attr": (name) => (item) => item.spans && valuesIn(ancestorsOf(item, indexOf(item.spans())), name),
  "trace.attr":
    (name) =>
    ({ spans }) =>
      spans && valuesIn(indexOf(spans()).all, name),
  "resource.attr": (name) => (item) => {
    const own = ownSpan(item);
    return own?.resource && textIn(own.resource, name);
  },
  scope: (name) => (item) => {
    const scope = ownSpan(item)?.scope;
    if (!scope) return undefined;
    if (name === "name" || name === "version") return scope[name] === "" ? undefined : scope[name];
    return textIn(scope.attributes, name.startsWith("attr.") ? name.slice("attr.".length) : name);
  },
};

/** Whether a query depends on other spans than those of the call, so that a later span can change its result. */
export function readsTrace(query: Query): boolean {
  switch (query.kind) {
    case "and":
    case "or":
      return query.of.some(readsTrace);
    case "not":
      return readsTrace(query.of);
    case "filter":
      return query.field === "has"
        ? query.values.some((value) => value.kind === "word" && isTraceName(value.text))
        : isTraceName(query.field);
    default:
      return false;
  }
}

const isTraceName = (name: string) => traceFields.some((field) => name === field || name.startsWith(`${field}.`));

/** Spans with the distinct values of their attributes that conditions have read. */
interface Group {
  readonly spans: readonly TraceSpan[];
  readonly values: Map<string, readonly string[]>;
}

interface Indexed {
  readonly byId: ReadonlyMap<string, TraceSpan>;
  /** The whole trace, shared by all of its calls. */
  readonly all: Group;
  /** The spans above calls, by the id of the nearest one, shared by the calls below it. */
  readonly above: Map<string, Group>;
}

/** The pipeline passes the same list for all calls of a trace. */
const indexes = new WeakMap<readonly TraceSpan[], Indexed>();

function indexOf(spans: readonly TraceSpan[]): Indexed {
  const known = indexes.get(spans);
  if (known) return known;
  const byId = new Map(spans.map((span) => [span.id, span]));
  const made: Indexed = { byId, all: groupOf(spans), above: new Map() };
  indexes.set(spans, made);
  return made;
}

function ownSpan({ datapoint, spans }: InTrace): TraceSpan | undefined {
  return spans && indexOf(spans()).byId.get(datapoint.spanId);
}

const groupOf = (spans: readonly TraceSpan[]): Group => ({ spans, values: new Map() });

function ancestorsOf({ datapoint }: InTrace, { byId, above }: Indexed): Group {
  const parentId = byId.get(datapoint.spanId)?.parentId ?? "";
  const known = above.get(parentId);
  if (known) return known;
  const spans: TraceSpan[] = [];
  for (let one = byId.get(parentId); one && spans.length < ancestorsAtMost; one = byId.get(one.parentId ?? ""))
    spans.push(one);
  const made = groupOf(spans);
  above.set(parentId, made);
  return made;
}

function valuesIn({ spans, values }: Group, name: string): readonly string[] {
  const known = values.get(name);
  if (known) return known;
  const found = [...new Set(spans.flatMap(({ attributes }) => textIn(attributes, name) ?? []))];
  values.set(name, found);
  return found;
}

function textIn(attributes: Attributes, name: string): string | undefined {
  const value = attributes.get(name);
  return value === undefined ? undefined : attributeText(value);
}
