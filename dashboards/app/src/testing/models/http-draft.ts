import type { HttpModel, NewModel } from "../../platform/api/types.ts";

export const methods = ["POST", "GET", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];

/** Form values of one request of a target: headers one per line, the body as JSON, other fields by name. */
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
  /** The response is a stream of server-sent events. */
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

/** The purpose of each request, and the parts of its response that are read. */
export const steps: Readonly<Record<StepName, { readonly title: string; readonly fields: readonly Field[] }>> = {
  auth: {
    title: "Authentication",
    fields: [
      { name: "tokenPath", label: "Path of {access_token} in the response", placeholder: "response.access_token" },
      { name: "secondsValid", label: "Seconds that it is valid", placeholder: "300", isNumber: true },
    ],
  },
  startSession: {
    title: "Start of a session",
    fields: [
      { name: "sessionIdPath", label: "Path of {session_id} in the response", placeholder: "response.session.id" },
      { name: "messagePath", label: "Where the target's first words lie, if it speaks first", placeholder: "" },
    ],
  },
  nextTurn: {
    title: "Next turn",
    fields: [
      { name: "responsePath", label: "Path of the text in the response", placeholder: "response.choices[0].text" },
      { name: "toolCallsPath", label: "Where its tool calls lie, if it has any", placeholder: "response.tool_calls" },
    ],
  },
  endSession: { title: "End of a session", fields: [] },
};
export const stepNames = Object.keys(steps) as readonly StepName[];

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

/** Returns the names of secrets in the form's headers and bodies. */
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
  // The service validates addresses, names and paths: its error names the field.
  return { kind: "ready", value: definition as NewModel["definition"] };
}

function requestOf(name: StepName, { method, url, headers, body, more }: StepDraft): Drafted<object> {
  const { title, fields } = steps[name];
  const json = jsonOf(body);
  if (!json.ok) return mistake(`${name}.body`, `${title}: the body is not JSON.`);
  const lines = headers.split("\n").filter((line) => line.trim() !== "");
  const bad = lines.find((line) => !/^[^:\s]+\s*:/.test(line));
  if (bad !== undefined) return mistake(`${name}.headers`, `${title}: "${bad}" isn't a header. Write "Name: value".`);
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

export type Drafted<Value> =
  | { readonly kind: "ready"; readonly value: Value }
  | { readonly kind: "mistake"; readonly field: string; readonly reason: string };

export const mistake = (field: string, reason: string) => ({ kind: "mistake" as const, field, reason });

export function jsonOf(text: string): { readonly ok: boolean; readonly value?: unknown } {
  if (text.trim() === "") return { ok: true };
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false };
  }
}
