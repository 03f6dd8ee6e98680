import { hash } from "node:crypto";
import type { TemplateValues } from "../../checks/index.ts";
import { fillJson, fillTemplate, textOf } from "../../checks/service.ts";
import type { CallFacts, Conversation, ConversationMessage } from "../../datapoints/index.ts";
import { digest } from "../../platform/crypto/digest.ts";
import type { HttpClient, HttpResponse } from "../../platform/http/http-client.ts";
import { atResponsePath } from "../../platform/http/response-path.ts";
import { readServerSentEvents } from "../../platform/http/sse.ts";
import type { TestRunId } from "../../platform/ids.ts";
import type { Json } from "../../platform/json/json.ts";
import { type JsonValue, parseJson } from "../../platform/json/json.ts";
import type { HttpTarget, TargetRequest } from "../../providers/index.ts";
import { hostOf } from "../../providers/service.ts";
import { type RunRow, runSpan } from "../test-run.ts";
import { callsIn } from "./called.ts";
import type { Target, TargetAnswer } from "./target.ts";

interface HttpTargetDependencies {
  readonly http: Pick<HttpClient, "send">;
  readonly target: HttpTarget;
  readonly run: TestRunId;
  readonly name: string;
  /** Returns a secret for its host; undefined if none is stored. */
  readonly secret: (name: string, host: string) => Promise<string | undefined>;
  readonly now: () => number;
}

const answerBytes = 4 * 2 ** 20;

/** A response of a target that contains no answer. */
class TargetFailed extends Error {
  readonly failure: NonNullable<CallFacts["failure"]>;
  constructor(message: string, failure: NonNullable<CallFacts["failure"]> = {}) {
    super(message);
    this.name = "TargetFailed";
    this.failure = failure;
  }
}

/**
 * Calls an application over HTTP. Nothing is retried, because only its owner knows whether a turn may be
 * repeated. Each turn sends a trace to continue (W3C traceparent), so that an instrumented application's spans
 * can be found from the turn.
 */
export function createHttpTarget({ http, target, run, name: model, secret, now }: HttpTargetDependencies): Target {
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
      const startedSession = await session(values, { conversation, targetTrace }, signal);
      const named = startedSession.sessionId === undefined ? {} : { sessionId: startedSession.sessionId };
      if (startedSession.message !== undefined && values["latest_message"] === "")
        return { ...took(), ...named, prediction: startedSession.message, call };
      const filled = {
        ...values,
        ...(startedSession.sessionId === undefined ? {} : { session_id: startedSession.sessionId }),
      };
      const sent = await send("the next turn", target.nextTurn, { values: filled, targetTrace }, signal);
      const targetAnswer = { ...took(), ...named, prediction: predictionIn(sent), call };
      // A row that isn't a conversation ends with its only answer.
      if (!conversation && target.endSession) await over({ ...filled }, targetTrace, signal);
      return targetAnswer;
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

  /** The outcome is ignored. */
  async function over(values: TemplateValues, targetTrace: Trace, signal: AbortSignal): Promise<void> {
    const { endSession } = target;
    if (!endSession) return;
    try {
      await send("the end of the session", endSession, { values, targetTrace }, signal);
    } catch (thrown) {
      if (!(thrown instanceof TargetFailed)) throw thrown;
    }
  }

  /** Starts the session with the first turn; later turns read its id from the conversation. */
  async function session(
    values: TemplateValues,
    { conversation, targetTrace }: { conversation: Conversation | undefined; targetTrace: Trace },
    signal: AbortSignal,
  ): Promise<{ readonly sessionId?: string; readonly message?: string }> {
    const { startSession } = target;
    if (conversation?.sessionId !== undefined) return { sessionId: conversation.sessionId };
    if (!startSession) return {};
    const response = await send("the start of the session", startSession, { values, targetTrace }, signal);
    const at = (path: string | undefined) => (path === undefined ? undefined : atResponsePath(jsonOf(response), path));
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
    const messages: readonly ConversationMessage[] = conversation?.messages ?? [
      { role: "user", content: textOf(input) },
    ];
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
    const response = await send("its authentication", auth, { values: {} }, signal);
    const found = atResponsePath(jsonOf(response), auth.tokenPath);
    if (found === undefined) throw new TargetFailed(`its authentication holds nothing at ${auth.tokenPath}`, invalid);
    token = { text: textOf(found), until: now() + auth.secondsValid * 1000 };
    return token.text;
  }

  async function send(
    what: string,
    request: TargetRequest,
    { values, targetTrace }: { values: TemplateValues; targetTrace?: Trace },
    signal: AbortSignal,
  ): Promise<Extract<HttpResponse, { kind: "answered" }>> {
    const url = fillTemplate(request.url, encoded(values));
    const host = hostOf(url);
    const secrets = await secretsIn(request, host);
    const all = { ...values, secret: secrets };
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, text]) => [name.toLowerCase(), oneLine(fillTemplate(text, all))]),
    );
    const body = request.body === undefined ? undefined : JSON.stringify(fillJson(request.body, all));
    const response = await http.send(
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
        maxBytes: answerBytes,
      },
      signal,
    );
    if (response.kind === "forbidden") throw new TargetFailed(response.reason, { code: "upstream_not_allowed" });
    if (response.kind === "unanswered")
      throw new TargetFailed(`${what} got no answer: ${response.reason}`, { code: response.code });
    if (response.status >= 300)
      throw new TargetFailed(`${what} was answered ${response.status}`, { status: response.status });
    return response;
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

  function predictionIn(reply: Extract<HttpResponse, { kind: "answered" }>): Json {
    const { responsePath, toolCallsPath, stream } = target.nextTurn;
    if (stream) return streamedText(reply.bytes.toString("utf8"), responsePath, stream);
    const response = jsonOf(reply);
    const calls = toolCallsPath === undefined ? [] : callsIn(atResponsePath(response, toolCallsPath));
    const text = atResponsePath(response, responsePath);
    if (calls.length > 0)
      return { tool_calls: calls, ...(typeof text === "string" && text !== "" ? { content: text } : {}) };
    if (text === undefined || text === null)
      throw new TargetFailed(`the answer holds nothing at ${responsePath}`, invalid);
    return text;
  }

  /** Returns a separate trace for each turn, so that the application's records stay apart from the run's. */
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

function jsonOf({ bytes }: Extract<HttpResponse, { kind: "answered" }>): JsonValue {
  const parsed = parseJson(bytes.toString("utf8"));
  if (!parsed.ok) throw new TargetFailed("the answer is not JSON", invalid);
  return parsed.value;
}

/** Joins pieces of text in order; skips events without text. */
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

/** Encodes values for a URL: each is one path segment or one query value. */
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

/** Header values are a single line of Latin-1 text. */
const oneLine = (text: string) => text.replace(/[^\t\u0020-\u007e\u0080-\u00ff]+/g, " ");
