import type { Attribute, ModelRequest, ModelResponse } from "../../../packages/genai-wire/src/dialects/dialect.ts";
import { runtime, safely } from "../setup/runtime.ts";
import type { Redact } from "../setup/settings.ts";

export const contentEvent = "gen_ai.client.inference.operation.details";
export type Attributes = Record<string, Attribute | undefined>;

/** Returns the messages, instructions and tools of a request as attributes, redacted. */
export function requestContent({ input, system, tools }: ModelRequest): Attributes {
  return {
    "gen_ai.input.messages": json(input, "input"),
    "gen_ai.system_instructions": json(system, "input"),
    "gen_ai.tool.definitions": json(tools, "tools"),
  };
}

export const responseContent = ({ output }: ModelResponse): Attributes => ({
  "gen_ai.output.messages": json(output, "output"),
});

/** Redacts an error message, which may quote the request. */
export const redactedMessage = (message: string): string => redacted(message, "error", runtime()?.redact);

function json(value: readonly unknown[] | undefined, where: Parameters<Redact>[1]): string | undefined {
  if (value === undefined || value.length === 0) return undefined;
  const redact = runtime()?.redact;
  return redact ? written(value, where, redact) : (safely(() => JSON.stringify(value)) ?? written(value, where));
}

/** The slow path: handles redaction, and numbers and bytes that JSON cannot represent. */
function written(value: readonly unknown[], where: Parameters<Redact>[1], redact?: Redact): string {
  return JSON.stringify(value, (key, each: unknown) => {
    if (each instanceof Uint8Array) return Buffer.from(each).toString("base64");
    if (typeof each === "bigint") return each.toString();
    return typeof each === "string" && redact && !structural.has(key) ? redacted(each, where, redact) : each;
  });
}

/** Members that describe a part rather than hold its content; they are not redacted. */
const structural = new Set(["type", "role", "modality", "mime_type"]);

function redacted(text: string, where: Parameters<Redact>[1], redact: Redact | undefined): string {
  if (!redact) return text;
  try {
    const result: unknown = redact(text, where);
    return typeof result === "string" ? result : "[redacted]";
  } catch {
    return "[redacted: the redaction hook failed]";
  }
}
