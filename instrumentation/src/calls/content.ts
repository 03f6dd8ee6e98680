import { runtime, safely } from "../setup/runtime.ts";
import type { Redact } from "../setup/settings.ts";
import type { Answered, Asked, Attribute } from "./dialect.ts";

export const contentEvent = "gen_ai.client.inference.operation.details";
export type Attributes = Record<string, Attribute | undefined>;

/** The messages, instructions and tools of a request as attributes, redacted. */
export function askedContent({ input, system, tools }: Asked): Attributes {
  return {
    "gen_ai.input.messages": json(input, "input"),
    "gen_ai.system_instructions": json(system, "input"),
    "gen_ai.tool.definitions": json(tools, "tools"),
  };
}

export const answeredContent = ({ output }: Answered): Attributes => ({
  "gen_ai.output.messages": json(output, "output"),
});

/** A message of an error may quote what was sent: the hook sees it too. */
export const redactedMessage = (message: string): string => redacted(message, "error", runtime()?.redact);

function json(value: readonly unknown[] | undefined, where: Parameters<Redact>[1]): string | undefined {
  if (value === undefined || value.length === 0) return undefined;
  const redact = runtime()?.redact;
  return redact ? written(value, where, redact) : (safely(() => JSON.stringify(value)) ?? written(value, where));
}

/** Slower, and for everything: texts that are rewritten, numbers and bytes that JSON does not know. */
function written(value: readonly unknown[], where: Parameters<Redact>[1], redact?: Redact): string {
  return JSON.stringify(value, (key, each: unknown) => {
    if (each instanceof Uint8Array) return Buffer.from(each).toString("base64");
    if (typeof each === "bigint") return each.toString();
    return typeof each === "string" && redact && !structural.has(key) ? redacted(each, where, redact) : each;
  });
}

/** Members that say what a part is, not what it says. */
const structural = new Set(["type", "role", "modality", "mime_type"]);

function redacted(text: string, where: Parameters<Redact>[1], redact: Redact | undefined): string {
  if (!redact) return text;
  try {
    const kept: unknown = redact(text, where);
    return typeof kept === "string" ? kept : "[redacted]";
  } catch {
    return "[redacted: the redaction hook failed]";
  }
}
