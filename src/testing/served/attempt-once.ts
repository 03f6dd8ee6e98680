import type { HttpClient } from "../../platform/http/http-client.ts";
import { asModelId, asTestRunId, type ModelId, type ProjectId } from "../../platform/ids.ts";
import type { Json } from "../../platform/json/json.ts";
import { isJsonObject, type JsonValue, parseJson } from "../../platform/json/json.ts";
import type { SecretStore } from "../../providers/index.ts";
import type { ModelDefinition } from "../registered-model.ts";
import type { TestRunType } from "../test-run.ts";
import type { CallServedModel } from "./call-served-model.ts";
import type { FindModelLocation } from "./find-model-location.ts";
import { createPrepare } from "./prepare.ts";
import type { TargetAnswer } from "./target.ts";

export interface AttemptRequest {
  readonly project: ProjectId;
  readonly definition: ModelDefinition;
  /** The registered model whose stored keys are used in addition to the given ones. */
  readonly model?: ModelId;
  readonly type: TestRunType;
  readonly input: Json;
  /** Keys from the request, by their name in the definition; used for this attempt only. */
  readonly given: ReadonlyMap<string, string>;
}

/** One request to an HTTP target, and its response. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly status?: number;
  readonly body?: string;
  readonly problem?: string;
}

export type AttemptResult =
  | { readonly kind: "tried"; readonly answer: TargetAnswer; readonly exchanges: readonly Exchange[] }
  | { readonly kind: "missing"; readonly reason: string; readonly field: string };

/** Calls a model with one row and stores nothing. */
export type AttemptOnce = (request: AttemptRequest) => Promise<AttemptResult>;

interface TryOnceDependencies {
  /** Uses keys from that store. */
  readonly findModelLocationBy: (secrets: Pick<SecretStore, "open">) => FindModelLocation;
  readonly callModel: CallServedModel;
  readonly http: Pick<HttpClient, "send">;
  readonly secrets: Pick<SecretStore, "open">;
  readonly now: () => number;
}

/** A user waits for the page, so waits for rate limits are shorter than in a run. */
const longestMs = 90_000;
const shownCharacters = 4000;

export function createAttemptOnce({
  findModelLocationBy,
  callModel,
  http,
  secrets,
  now,
}: TryOnceDependencies): AttemptOnce {
  return async ({ project, definition, model = asModelId("draft"), type, input, given }) => {
    const opened = new Set<string>();
    const open: SecretStore["open"] = async (secret) => {
      const own = secret.owner === model ? given.get(secret.name) : undefined;
      const text = own ?? (await secrets.open(secret));
      if (text !== undefined) opened.add(text);
      return text;
    };
    const exchanges: Exchange[] = [];
    const watched: Pick<HttpClient, "send"> = {
      async send(what, signal) {
        const response = await http.send(what, signal);
        // The first exchange of an authenticating target is its authentication; only the shape of that response is
        // shown.
        const isAuth = definition.type === "http" && definition.auth !== undefined && exchanges.length === 0;
        exchanges.push({ method: what.method, url: what.url, ...cameBack(response, isAuth, opened) });
        return response;
      },
    };
    const prepare = createPrepare({
      findModelLocation: findModelLocationBy({ open }),
      callModel,
      http: watched,
      secrets: { open },
      now,
    });
    const run = { id: asTestRunId("try"), projectId: project, type };
    const named = { id: model, projectId: project, name: "try", version: 1, definition, tags: [], createdAt: now() };
    const ready = await prepare(run, named, new Map());
    if (ready.kind === "missing") return ready;
    if (!ready.target)
      return { kind: "missing", reason: "the user's own code is called by an SDK", field: "definition.type" };
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

type TargetResponse = Awaited<ReturnType<HttpClient["send"]>>;

function cameBack(response: TargetResponse, isAuth: boolean, opened: ReadonlySet<string>): Partial<Exchange> {
  if (response.kind !== "answered") return { problem: response.reason };
  const text = response.bytes.toString("utf8");
  const parsed = isAuth ? parseJson(text) : undefined;
  const whole = parsed === undefined ? text : parsed.ok ? JSON.stringify(withoutTexts(parsed.value)) : "";
  const shown = [...opened].filter((secret) => secret !== "").reduce(withoutSecret, whole);
  return { status: response.status, body: shown.slice(0, shownCharacters) };
}

const withoutSecret = (text: string, secret: string) => text.replaceAll(secret, "[secret]");

/** Returns the shape of a value without its texts. */
function withoutTexts(value: JsonValue): JsonValue {
  if (typeof value === "string") return "…";
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(withoutTexts);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutTexts(inner)]));
}
