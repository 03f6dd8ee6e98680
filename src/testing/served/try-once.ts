import type { Json } from "../../datapoints/datapoint.ts";
import type { GuardedRequest } from "../../platform/http/guarded-request.ts";
import { asModelId, asTestRunId, type ModelId, type ProjectId } from "../../platform/ids.ts";
import { isJsonObject, type JsonValue, parseJson } from "../../platform/json/json.ts";
import type { SecretStore } from "../ports/offline.ts";
import type { ModelDefinition } from "../registered-model.ts";
import type { TestRunType } from "../test-run.ts";
import type { Ask } from "./ask.ts";
import type { FindPlace } from "./places.ts";
import { createPrepare } from "./prepare.ts";
import type { TargetAnswer } from "./target.ts";

export interface TryAsked {
  readonly project: ProjectId;
  readonly definition: ModelDefinition;
  /** The registered model whose kept keys count beside the given ones. */
  readonly model?: ModelId;
  readonly type: TestRunType;
  readonly input: Json;
  /** Keys that came with the request, by their name in the definition. They are for this one try. */
  readonly given: ReadonlyMap<string, string>;
}

/** One request to an HTTP target, and what came. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly status?: number;
  readonly body?: string;
  readonly problem?: string;
}

export type Tried =
  | { readonly kind: "tried"; readonly answer: TargetAnswer; readonly exchanges: readonly Exchange[] }
  | { readonly kind: "missing"; readonly because: string; readonly field: string };

/** Asks a model one row and keeps nothing of it. */
export type TryOnce = (asked: TryAsked) => Promise<Tried>;

interface Needs {
  /** With keys from that store. */
  readonly findPlaceBy: (secrets: Pick<SecretStore, "open">) => FindPlace;
  readonly ask: Ask;
  readonly http: Pick<GuardedRequest, "send">;
  readonly secrets: Pick<SecretStore, "open">;
  readonly now: () => number;
}

/** Somebody looks at the page meanwhile: a provider that asks for patience gets less of it than in a run. */
const longestMs = 90_000;
const shownCharacters = 4000;

export function createTryOnce({ findPlaceBy, ask, http, secrets, now }: Needs): TryOnce {
  return async ({ project, definition, model = asModelId("draft"), type, input, given }) => {
    const opened = new Set<string>();
    const open: SecretStore["open"] = async (secret) => {
      const own = secret.owner === model ? given.get(secret.name) : undefined;
      const text = own ?? (await secrets.open(secret));
      if (text !== undefined) opened.add(text);
      return text;
    };
    const exchanges: Exchange[] = [];
    const watched: Pick<GuardedRequest, "send"> = {
      async send(what, signal) {
        const answered = await http.send(what, signal);
        // A target that authenticates does so first: of that answer the shape is enough.
        const isAuth = definition.type === "http" && definition.auth !== undefined && exchanges.length === 0;
        exchanges.push({ method: what.method, url: what.url, ...cameBack(answered, isAuth, opened) });
        return answered;
      },
    };
    const prepare = createPrepare({ findPlace: findPlaceBy({ open }), ask, http: watched, secrets: { open }, now });
    const run = { id: asTestRunId("try"), projectId: project, type };
    const named = { id: model, projectId: project, name: "try", version: 1, definition, tags: [], createdAt: now() };
    const ready = await prepare(run, named, new Map());
    if (ready.kind === "missing") return ready;
    if (!ready.target)
      return { kind: "missing", because: "the user's own code is called by an SDK", field: "definition.type" };
    const row = { rowId: "try", repeat: 1, input, expected: null, state: "leased" as const };
    const startedAt = now();
    const signal = AbortSignal.timeout(longestMs);
    const answer = await ready.target.answer(row, undefined, signal).catch((thrown: unknown): TargetAnswer => {
      if (!signal.aborted) throw thrown;
      return { error: `no answer within ${longestMs / 1000} s`, startedAt, durationMs: now() - startedAt };
    });
    return { kind: "tried", answer, exchanges };
  };
}

type Answered = Awaited<ReturnType<GuardedRequest["send"]>>;

function cameBack(answered: Answered, isAuth: boolean, opened: ReadonlySet<string>): Partial<Exchange> {
  if (answered.kind !== "answered") return { problem: answered.because };
  const text = answered.bytes.toString("utf8");
  const parsed = isAuth ? parseJson(text) : undefined;
  const whole = parsed === undefined ? text : parsed.ok ? JSON.stringify(withoutTexts(parsed.value)) : "";
  const shown = [...opened].filter((secret) => secret !== "").reduce(withoutSecret, whole);
  return { status: answered.status, body: shown.slice(0, shownCharacters) };
}

const withoutSecret = (text: string, secret: string) => text.replaceAll(secret, "[secret]");

/** Where something lies, without what it says. */
function withoutTexts(value: JsonValue): JsonValue {
  if (typeof value === "string") return "…";
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(withoutTexts);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutTexts(inner)]));
}
