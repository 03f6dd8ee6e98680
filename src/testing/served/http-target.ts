import { hash } from "node:crypto";
import { fillJson, fillTemplate, type TemplateValues, textOf } from "../../checks/judges/prompt-template.ts";
import type { CallFacts } from "../../datapoints/assembly/call-facts.ts";
import type { Json } from "../../datapoints/datapoint.ts";
import type { Conversation, Said } from "../../datapoints/traces/conversation.ts";
import { digest } from "../../platform/crypto/digest.ts";
import type { Answered, GuardedRequest } from "../../platform/http/guarded-request.ts";
import { atResponsePath } from "../../platform/http/response-path.ts";
import { readServerSentEvents } from "../../platform/http/sse.ts";
import type { TestRunId } from "../../platform/ids.ts";
import { type JsonValue, parseJson } from "../../platform/json/json.ts";
import type { HttpTarget, TargetRequest } from "../../providers/http-target.ts";
import { type RunRow, runSpan } from "../test-run.ts";
import { callsIn } from "./called.ts";
import type { Target, TargetAnswer } from "./target.ts";

interface Needs {
  readonly http: Pick<GuardedRequest, "send">;
  readonly target: HttpTarget;
  readonly run: TestRunId;
  /** Of the registered model: what its datapoints are called by. */
  readonly name: string;
  /** A secret for the host that it is sent to; undefined where none is kept. */
  readonly secret: (name: string, host: string) => Promise<string | undefined>;
  readonly now: () => number;
}

const answerBytes = 4 * 2 ** 20;

/** What an answer of a target says when it is none. */
class TargetFailed extends Error {
  readonly failure: NonNullable<CallFacts["failure"]>;
  constructor(message: string, failure: NonNullable<CallFacts["failure"]> = {}) {
    super(message);
    this.name = "TargetFailed";
    this.failure = failure;
  }
}

/**
 * An application behind HTTP. Nothing is tried twice: only its owner knows whether a turn may be repeated. Each turn tells
 * it a trace to continue (W3C traceparent), so that an instrumented application's spans can be found from the turn.
 */
export function createHttpTarget({ http, target, run, name: model, secret, now }: Needs): Target {
  let token: { readonly text: string; readonly until: number } | undefined;
  return { answer, end };

  async function answer(
    row: RunRow,
    conversation: Conversation | undefined,
    signal: AbortSignal,
  ): Promise<TargetAnswer> {
    const turn = (conversation?.turns.length ?? 0) + 1;
    const targetTrace = traceOf(row, turn);
    const startedAt = now();
    const from = performance.now();
    const took = () => ({ startedAt, durationMs: Math.round(performance.now() - from), targetTrace });
    const call: CallFacts = { provider: "http", requestModel: model };
    try {
      const values = await valuesOf(row, conversation, signal);
      const begun = await session(values, { conversation, targetTrace }, signal);
      const named = begun.sessionId === undefined ? {} : { sessionId: begun.sessionId };
      if (begun.message !== undefined && values["latest_message"] === "")
        return { ...took(), ...named, prediction: begun.message, call };
      const filled = { ...values, ...(begun.sessionId === undefined ? {} : { session_id: begun.sessionId }) };
      const sent = await send("the next turn", target.nextTurn, { values: filled, targetTrace }, signal);
      const answered = { ...took(), ...named, prediction: predictionIn(sent), call };
      // A row that is no conversation is over with its one answer.
      if (!conversation && target.endSession) await over({ ...filled }, targetTrace, signal);
      return answered;
    } catch (thrown) {
      if (!(thrown instanceof TargetFailed)) throw thrown;
      return { ...took(), error: thrown.message, call: { ...call, failure: thrown.failure } };
    }
  }

  async function end(row: RunRow, conversation: Conversation, signal: AbortSignal): Promise<void> {
    if (!target.endSession || conversation.sessionId === undefined) return;
    try {
      await over(await valuesOf(row, conversation, signal), traceOf(row, 0), signal);
    } catch (thrown) {
      if (!(thrown instanceof TargetFailed)) throw thrown;
    }
  }

  /** How it goes changes nothing. */
  async function over(values: TemplateValues, targetTrace: Trace, signal: AbortSignal): Promise<void> {
    const { endSession } = target;
    if (!endSession) return;
    try {
      await send("the end of the session", endSession, { values, targetTrace }, signal);
    } catch (thrown) {
      if (!(thrown instanceof TargetFailed)) throw thrown;
    }
  }

  /** Begun with the first turn; afterwards the conversation knows its name. */
  async function session(
    values: TemplateValues,
    { conversation, targetTrace }: { conversation: Conversation | undefined; targetTrace: Trace },
    signal: AbortSignal,
  ): Promise<{ readonly sessionId?: string; readonly message?: string }> {
    const { startSession } = target;
    if (conversation?.sessionId !== undefined) return { sessionId: conversation.sessionId };
    if (!startSession) return {};
    const answered = await send("the start of the session", startSession, { values, targetTrace }, signal);
    const at = (path: string | undefined) => (path === undefined ? undefined : atResponsePath(jsonOf(answered), path));
    const id = at(startSession.sessionIdPath);
    if (startSession.sessionIdPath !== undefined && id === undefined)
      throw new TargetFailed(`the start of the session holds nothing at ${startSession.sessionIdPath}`, invalid);
    const message = at(startSession.messagePath);
    return {
      ...(id === undefined ? {} : { sessionId: textOf(id) }),
      ...(message === undefined ? {} : { message: textOf(message) }),
    };
  }

  async function valuesOf(
    { rowId, repeat, input }: RunRow,
    conversation: Conversation | undefined,
    signal: AbortSignal,
  ): Promise<TemplateValues> {
    const messages: readonly Said[] = conversation?.messages ?? [{ role: "user", content: textOf(input) }];
    const last = messages.at(-1);
    return {
      scenario_input: input,
      input,
      session_id: conversation?.sessionId ?? "",
      message_history: messages.map(({ role, content }) => ({ role, content })),
      latest_message: last?.role === "user" ? last.content : "",
      scenario_row_run_guid: digest("row of a run", run, rowId, `${repeat}`),
      turn: (conversation?.turns.length ?? 0) + 1,
      access_token: await accessToken(signal),
    };
  }

  async function accessToken(signal: AbortSignal): Promise<string> {
    const { auth } = target;
    if (!auth) return "";
    if (token && token.until > now()) return token.text;
    const answered = await send("its authentication", auth, { values: {} }, signal);
    const found = atResponsePath(jsonOf(answered), auth.tokenPath);
    if (found === undefined) throw new TargetFailed(`its authentication holds nothing at ${auth.tokenPath}`, invalid);
    token = { text: textOf(found), until: now() + auth.secondsValid * 1000 };
    return token.text;
  }

  async function send(
    what: string,
    request: TargetRequest,
    { values, targetTrace }: { values: TemplateValues; targetTrace?: Trace },
    signal: AbortSignal,
  ): Promise<Extract<Answered, { kind: "answered" }>> {
    const url = fillTemplate(request.url, encoded(values));
    const host = new URL(url).host.toLowerCase();
    const secrets = await secretsIn(request, host);
    const all = { ...values, secret: secrets };
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, text]) => [name.toLowerCase(), oneLine(fillTemplate(text, all))]),
    );
    const body = request.body === undefined ? undefined : JSON.stringify(fillJson(request.body, all));
    const answered = await http.send(
      {
        method: request.method,
        url,
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(targetTrace ? { traceparent: `00-${targetTrace.traceId}-${targetTrace.spanId}-01` } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
        timeoutMs: target.timeoutMs,
        answerBytes,
      },
      signal,
    );
    if (answered.kind === "forbidden") throw new TargetFailed(answered.because, { code: "upstream_not_allowed" });
    if (answered.kind === "unanswered")
      throw new TargetFailed(`${what} got no answer: ${answered.because}`, { code: answered.code });
    if (answered.status >= 300)
      throw new TargetFailed(`${what} was answered ${answered.status}`, { status: answered.status });
    return answered;
  }

  async function secretsIn(request: TargetRequest, host: string): Promise<Readonly<Record<string, string>>> {
    const texts = JSON.stringify([request.headers, request.body ?? null]);
    const names = new Set(Array.from(texts.matchAll(/\{secret\.([A-Za-z0-9_-]+)\}/g), ([, name = ""]) => name));
    const found: [string, string][] = [];
    for (const name of names) {
      const text = await secret(name, host);
      if (text === undefined) throw new TargetFailed(`there is no secret ${name} for ${host}`, { code: "no_secret" });
      found.push([name, text]);
    }
    return Object.fromEntries(found);
  }

  function predictionIn(answered: Extract<Answered, { kind: "answered" }>): Json {
    const { responsePath, toolCallsPath, stream } = target.nextTurn;
    if (stream) return streamedText(answered.bytes.toString("utf8"), responsePath, stream);
    const response = jsonOf(answered);
    const calls = toolCallsPath === undefined ? [] : callsIn(atResponsePath(response, toolCallsPath));
    const text = atResponsePath(response, responsePath);
    if (calls.length > 0)
      return { tool_calls: calls, ...(typeof text === "string" && text !== "" ? { content: text } : {}) };
    if (text === undefined || text === null)
      throw new TargetFailed(`the answer holds nothing at ${responsePath}`, invalid);
    return text;
  }

  /** A trace of its own for each turn: what the application records is kept apart from what the run records. */
  function traceOf({ rowId, repeat }: RunRow, turn: number): Trace {
    const { traceId } = runSpan(run, rowId, repeat);
    const name = hash("sha256", `target of ${traceId}, turn ${turn}`, "hex");
    return { traceId: name.slice(0, 32), spanId: name.slice(32, 48) };
  }
}

interface Trace {
  readonly traceId: string;
  readonly spanId: string;
}

const invalid = { code: "invalid_response" };

function jsonOf({ bytes }: Extract<Answered, { kind: "answered" }>): JsonValue {
  const parsed = parseJson(bytes.toString("utf8"));
  if (!parsed.ok) throw new TargetFailed("the answer is not JSON", invalid);
  return parsed.value;
}

/** Pieces of text, joined in their order; events that hold none are passed over. */
function streamedText(text: string, path: string, { event, stopAt }: { event?: string; stopAt: string }): string {
  const pieces: string[] = [];
  let events = 0;
  for (const one of readServerSentEvents(text)) {
    if (one.data === stopAt) break;
    if (event !== undefined && one.event !== event) continue;
    events++;
    const parsed = parseJson(one.data);
    const piece = parsed.ok ? atResponsePath(parsed.value, path) : path === "response" ? one.data : undefined;
    if (piece !== undefined && piece !== null) pieces.push(textOf(piece));
  }
  if (events === 0) throw new TargetFailed("the stream holds no event", { code: "stream_interrupted" });
  if (pieces.length === 0) throw new TargetFailed(`no event of the stream holds anything at ${path}`, invalid);
  return pieces.join("");
}

/** A value in an address is one segment, or one value of the query. */
function encoded(values: TemplateValues): TemplateValues {
  const whole = (value: JsonValue): JsonValue => {
    if (typeof value === "object" && value !== null)
      return Array.isArray(value)
        ? (value as readonly JsonValue[]).map(whole)
        : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, whole(inner)]));
    return value === null ? null : encodeURIComponent(textOf(value));
  };
  return whole(values) as TemplateValues;
}

/** A header holds one line of Latin text. */
const oneLine = (text: string) => text.replace(/[^\t\u0020-\u007e\u0080-\u00ff]+/g, " ");
