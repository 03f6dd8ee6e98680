import type { HttpModel, NewModel } from "../../platform/api/models.ts";
import { type Drafted, jsonOf, mistake } from "./mistake.ts";

export const methods = ["POST", "GET", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];

/** One request of a target as it is typed: headers a line each, the body as JSON, what else it has by name. */
export interface StepDraft {
  readonly on: boolean;
  readonly method: Method;
  readonly url: string;
  readonly headers: string;
  readonly body: string;
  readonly more: Readonly<Record<string, string>>;
}

export type StepName = "auth" | "startSession" | "nextTurn" | "endSession";

export interface HttpDraft {
  readonly steps: Readonly<Record<StepName, StepDraft>>;
  /** The answer comes as server-sent events. */
  readonly streams: boolean;
  readonly event: string;
  readonly stopAt: string;
  readonly seconds: string;
}

interface Field {
  readonly name: string;
  readonly label: string;
  readonly placeholder: string;
  readonly isNumber?: true;
}

/** What each request is for, and what of its answer is read. */
export const steps: Readonly<Record<StepName, { readonly title: string; readonly fields: readonly Field[] }>> = {
  auth: {
    title: "Authentication",
    fields: [
      { name: "tokenPath", label: "Where {access_token} lies in the answer", placeholder: "response.access_token" },
      { name: "secondsValid", label: "Seconds that it is valid", placeholder: "300", isNumber: true },
    ],
  },
  startSession: {
    title: "Start of a session",
    fields: [
      { name: "sessionIdPath", label: "Where {session_id} lies in the answer", placeholder: "response.session.id" },
      { name: "messagePath", label: "Where the target's first words lie, if it speaks first", placeholder: "" },
    ],
  },
  nextTurn: {
    title: "Next turn",
    fields: [
      { name: "responsePath", label: "Where the answer's text lies", placeholder: "response.choices[0].text" },
      { name: "toolCallsPath", label: "Where its tool calls lie, if it has any", placeholder: "response.tool_calls" },
    ],
  },
  endSession: { title: "End of a session", fields: [] },
};
export const stepNames = Object.keys(steps) as readonly StepName[];

/** The form of a target; of none: an empty one. */
export function httpDraft(target?: HttpModel): HttpDraft {
  const stream = target?.nextTurn.stream;
  return {
    steps: {
      auth: stepDraft("auth", target?.auth),
      startSession: stepDraft("startSession", target?.startSession),
      nextTurn: { ...stepDraft("nextTurn", target?.nextTurn), on: true },
      endSession: stepDraft("endSession", target?.endSession),
    },
    streams: stream !== undefined,
    event: stream?.event ?? "",
    stopAt: stream?.stopAt ?? "[DONE]",
    seconds: `${(target?.timeoutMs ?? 60_000) / 1000}`,
  };
}

type Request = NonNullable<HttpModel[StepName]>;

function stepDraft(name: StepName, request: Request | undefined): StepDraft {
  const more = steps[name].fields.map(({ name: field }) => {
    const value: unknown = request === undefined ? undefined : Reflect.get(request, field);
    return [field, typeof value === "string" || typeof value === "number" ? `${value}` : ""] as const;
  });
  const body = name === "nextTurn" ? firstBody : "";
  return {
    on: request !== undefined,
    method: request?.method ?? "POST",
    url: request?.url ?? "",
    headers: Object.entries(request?.headers ?? {})
      .map(([header, value]) => `${header}: ${value}`)
      .join("\n"),
    body: request === undefined ? body : request.body === undefined ? "" : JSON.stringify(request.body, undefined, 2),
    more: Object.fromEntries(more),
  };
}

const firstBody = '{\n  "message": "{latest_message}"\n}';

/** Names of secrets that the form's headers and bodies mention. */
export function secretNames({ steps: all }: HttpDraft): readonly string[] {
  const texts = Object.values(all).flatMap(({ on, headers, body }) => (on ? [headers, body] : []));
  const found = texts.flatMap((text) => [...text.matchAll(/\{secret\.([A-Za-z0-9_-]+)\}/g)]);
  return [...new Set(found.flatMap(([, name]) => name ?? []))];
}

export function httpDefinition(draft: HttpDraft): Drafted<NewModel["definition"]> {
  const requests: Record<string, unknown> = {};
  for (const name of stepNames) {
    const step = draft.steps[name];
    if (!step.on) continue;
    const read = requestOf(name, step);
    if (read.kind === "mistake") return read;
    requests[name] = read.value;
  }
  const { streams, event, stopAt, seconds } = draft;
  const stream = { ...(event.trim() === "" ? {} : { event: event.trim() }), stopAt };
  const nextTurn = { ...(requests["nextTurn"] as object), ...(streams ? { stream } : {}) };
  const definition = { type: "http", ...requests, nextTurn, timeoutMs: Number(seconds) * 1000 };
  // Whether addresses, names and paths are right is the service's to say: it names the field.
  return { kind: "ready", value: definition as NewModel["definition"] };
}

function requestOf(name: StepName, { method, url, headers, body, more }: StepDraft): Drafted<object> {
  const { title, fields } = steps[name];
  const json = jsonOf(body);
  if (!json.ok) return mistake(`${name}.body`, `${title}: the body is not JSON.`);
  const lines = headers.split("\n").filter((line) => line.trim() !== "");
  const bad = lines.find((line) => !/^[^:\s]+\s*:/.test(line));
  if (bad !== undefined) return mistake(`${name}.headers`, `${title}: "${bad}" is no header. Write "Name: value".`);
  const pairs = lines.map((line) => {
    const at = line.indexOf(":");
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()] as const;
  });
  const read = fields.flatMap(({ name: field, isNumber }) => {
    const text = (more[field] ?? "").trim();
    return text === "" ? [] : [[field, isNumber ? Number(text) : text] as const];
  });
  return {
    kind: "ready",
    value: {
      method,
      url: url.trim(),
      headers: Object.fromEntries(pairs),
      ...(json.value === undefined ? {} : { body: json.value }),
      ...Object.fromEntries(read),
    },
  };
}
