import type { Span } from "../../otlp/index.ts";
import { isSilent } from "../shapes/attributes/genai.ts";
import type { Notes } from "../shapes/notes.ts";
import type { Claim, Convention, TraceView } from "./convention.ts";
import type { Reading } from "./reading.ts";

/** A span that a convention claims as a model call, with its reading. */
export interface Candidate {
  readonly span: Span;
  readonly convention: Convention;
  readonly claim: Claim & { readonly kind: "call" };
  readonly reading: Reading;
  readonly notes: Notes;
}

/** Spans that describe the same call, the outermost (primary) one first. */
export type Call = readonly [Candidate, ...Candidate[]];

export interface Folded {
  readonly calls: readonly Call[];
  /** Candidates that wrap several calls, by span id, with the number of calls. */
  readonly wrappers: ReadonlyMap<string, number>;
}

/**
 * Folds candidates so that one call becomes one datapoint: a candidate with one agreeing candidate below it is
 * the same call recorded twice, one with several below it is their wrapper, and equal response ids are the same
 * call wherever they are.
 */
export function fold(candidates: readonly Candidate[], trace: TraceView): Folded {
  const [sole] = candidates;
  if (sole && candidates.length === 1) return { calls: [[sole]], wrappers: new Map() };
  const bySpan = new Map(candidates.map((one) => [one.span.spanId, one]));
  const above = new Map(candidates.map((one) => [one, nearestAbove(one, bySpan, trace)]));
  const below = Map.groupBy(candidates, (one) => above.get(one));
  const groups = new Groups();
  const wrappers = new Map<string, number>();
  for (const outer of candidates) {
    const inner = below.get(outer) ?? [];
    const same = sameAs(outer, inner);
    if (same) for (const one of same) groups.join(outer, one);
    else if (inner.length > 1) wrappers.set(outer.span.spanId, inner.length);
  }
  const unwrapped = candidates.filter((one) => !wrappers.has(one.span.spanId));
  joinByResponseId(unwrapped, groups);
  const depth = (one: Candidate) => depthOf(one, above);
  const calls = [...Map.groupBy(unwrapped, (one) => groups.rootOf(one)).values()].map((members) =>
    members.sort((a, b) => depth(a) - depth(b) || byStart(a, b)),
  );
  return { calls: calls.filter((members): members is [Candidate, ...Candidate[]] => members.length > 0), wrappers };
}

const byStart = (a: Candidate, b: Candidate) =>
  a.span.startNs === b.span.startNs
    ? a.span.spanId < b.span.spanId
      ? -1
      : 1
    : a.span.startNs < b.span.startNs
      ? -1
      : 1;

/** Deeper nesting indicates a cycle or an attack. */
const maxDepth = 200;

function nearestAbove(one: Candidate, bySpan: ReadonlyMap<string, Candidate>, trace: TraceView): Candidate | undefined {
  let parentId = one.span.parentSpanId;
  for (let depth = 0; parentId !== undefined && depth < maxDepth; depth++) {
    const found = bySpan.get(parentId);
    if (found) return found === one ? undefined : found;
    parentId = trace.span(parentId)?.parentSpanId;
  }
  return undefined;
}

function depthOf(one: Candidate, above: ReadonlyMap<Candidate, Candidate | undefined>): number {
  let depth = 0;
  for (let next = above.get(one); next && depth < maxDepth; next = above.get(next)) depth++;
  return depth;
}

/**
 * Returns the inner candidates that are the outer call itself; undefined where the outer one is a separate call
 * or a wrapper.
 */
function sameAs(outer: Candidate, inner: readonly Candidate[]): readonly Candidate[] | undefined {
  if (inner.length === 0) return undefined;
  if (inner.length === 1) return inner.every((one) => isSame(outer, one)) ? inner : undefined;
  // Failed attempts and the successful one, or attempts that all failed.
  const succeeded = inner.filter((one) => one.reading.error === undefined);
  if (succeeded.length === 1 && succeeded.every((one) => isSame(outer, one) && agreesInTokens(outer, one)))
    return inner;
  return succeeded.length === 0 && outer.reading.error !== undefined && inner.every((one) => isSame(outer, one))
    ? inner
    : undefined;
}

function isSame(outer: Candidate, inner: Candidate): boolean {
  const [a, b] = [outer.reading, inner.reading];
  if (
    outer.claim.operation !== inner.claim.operation &&
    [outer, inner].some((one) => one.claim.operation === "embedding")
  )
    return false;
  if (a.responseId !== undefined && b.responseId !== undefined) return a.responseId === b.responseId;
  return overlaps(outer.span, inner.span) && modelsAgree(a, b);
}

const agreesInTokens = (a: Candidate, b: Candidate) =>
  a.reading.usage?.output === undefined ||
  b.reading.usage?.output === undefined ||
  a.reading.usage.output === b.reading.usage.output;

const overlaps = (a: Span, b: Span) => a.startNs <= b.endNs && b.startNs <= a.endNs;

/** Two instrumentations can stamp one call with clocks of different resolution. */
const slackNs = 100_000_000n;
const isAtOnce = (a: Span, b: Span) => a.startNs <= b.endNs + slackNs && b.startNs <= a.endNs + slackNs;

function modelsAgree(a: Reading, b: Reading): boolean {
  const [modelsOfA, modelsOfB] = [modelsOf(a), modelsOf(b)];
  if (modelsOfA.length === 0 || modelsOfB.length === 0) return true;
  return modelsOfA.some((one) => modelsOfB.some((other) => one.startsWith(other) || other.startsWith(one)));
}

/**
 * Returns model names without the provider prefix, so that `openai/gpt-4.1-mini` and `gpt-4.1-mini-2025-04-14`
 * agree.
 */
const modelsOf = ({ requestModel, responseModel }: Reading) =>
  [requestModel, responseModel].flatMap((model) =>
    model === undefined ? [] : [model.slice(model.lastIndexOf("/") + 1).toLowerCase()],
  );

function joinByResponseId(candidates: readonly Candidate[], groups: Groups): void {
  const seen = new Map<string, Candidate[]>();
  for (const one of candidates) {
    const id = one.reading.responseId;
    // Claude Code reports the request id, which side requests can share.
    if (id === undefined || one.convention.name === "claude-code") continue;
    const others = seen.get(id) ?? [];
    // A cached response repeats the id of the first one: at another time it is another call.
    const other = others.find((known) => isAtOnce(known.span, one.span));
    if (other) groups.join(other, one);
    if (others.length < maxDepth) others.push(one);
    seen.set(id, others);
  }
}

/** Scores how much a reading contains; of several readings of one call the most complete leads. */
export function richness({ input, output, tools, responseId, usage }: Reading): number {
  const parts = (input ?? []).reduce((sum, message) => sum + message.parts.length, 0);
  return (
    parts * 2 +
    (isSilent(output) ? 0 : 6) +
    (tools?.length ? 2 : 0) +
    (responseId === undefined ? 0 : 1) +
    (usage === undefined ? 0 : 1)
  );
}

/** Union-find over candidates. */
class Groups {
  readonly #parents = new Map<Candidate, Candidate>();

  rootOf(one: Candidate): Candidate {
    let root = one;
    for (let next = this.#parents.get(root); next; next = this.#parents.get(root)) root = next;
    return root;
  }

  join(one: Candidate, other: Candidate): void {
    const [a, b] = [this.rootOf(one), this.rootOf(other)];
    if (a !== b) this.#parents.set(b, a);
  }
}
