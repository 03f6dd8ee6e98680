import type { ErrorType } from "../../datapoints/index.ts";
import type { FailedCall } from "./failed-call.ts";
import { knownCause, nameIn } from "./known-causes.ts";
import { messageTemplate } from "./message-template.ts";
import { plainMessage } from "./plain-message.ts";
import { isHosted, providerKey } from "./provider-names.ts";
import { userFrames } from "./user-frames.ts";

/** Types whose cause is at the provider, or in the account there: one cause for all services that call it. */
const atProvider: ReadonlySet<ErrorType> = new Set<ErrorType>([
  "rate_limited",
  "quota_exceeded",
  "provider_unavailable",
  "timeout",
  "stream_interrupted",
]);

/** Types whose messages tell causes apart. */
const byMessage: ReadonlySet<ErrorType> = new Set<ErrorType>([
  "exception",
  "misconfiguration",
  "invalid_response",
  "tool_failed",
]);

/** What tells one failed call from another of its type. */
export interface ErrorCause {
  readonly kind: "known" | "words" | "status" | "frame" | "none";
  /** The name of the known cause, the template of the message, the status, or the function of the user's code. */
  readonly name: string;
  /** The field, setting or exception class that it is about. */
  readonly about: string;
  /** The message without what clients put around it. */
  readonly message: string;
}

/**
 * Returns what makes two failed calls the same problem: type, provider, failing component and, for types whose messages
 * tell causes apart, the cause. Models and releases are not part of it.
 */
export function errorFingerprint(failed: FailedCall, cause = causeOf(failed)): readonly string[] {
  const provider = providerKey(failed.provider, failed.message);
  const host = isHosted(provider) ? "" : (failed.host ?? "");
  if (atProvider.has(failed.type)) return [failed.type, provider, host];
  const causeParts = cause.kind === "none" ? [] : [cause.kind, cause.name, cause.about];
  if (failed.type === "tool_failed") return [failed.type, failed.service ?? "", toolOf(failed), ...causeParts];
  return [failed.type, provider, failed.service ?? "", host, failed.tool ?? "", ...causeParts];
}

/** Returns the tool that failed, which frameworks name in the call or in the message. */
export const toolOf = ({ tool, message }: FailedCall): string => tool ?? toolIn(message);

/** Returns the cause of a failure; of types whose messages do not matter, only the message. */
export function causeOf(failed: FailedCall): ErrorCause {
  const message = plainMessage(failed.message ?? "");
  if (failed.type === "setting_out_of_bounds")
    return { kind: "known", name: "setting", about: nameIn(message), message };
  if (!byMessage.has(failed.type)) return { kind: "none", name: "", about: "", message };
  const [frame] = failed.type === "exception" ? userFrames(failed.stack ?? "") : [];
  // The place in the user's code tells exceptions apart better than words that hold values.
  if (frame !== undefined) return { kind: "frame", name: frame, about: classOf(failed), message };
  const isRaised = failed.type === "exception" || failed.type === "tool_failed";
  const whole = (failed.message ?? "").slice(0, 2000);
  const known = knownCause(failed, message) ?? (isRaised ? undefined : knownCause(failed, whole));
  if (known) return { kind: "known", name: known[0] ?? "", about: known[1] ?? "", message };
  const template = messageTemplate(message, failed.type !== "tool_failed");
  const isTelling = template.split(" ").filter((word) => !ofStatus.has(word)).length > 1;
  if (isTelling) return { kind: "words", name: template, about: "", message };
  const status = failed.status ?? /\b[45]\d\d\b/.exec(failed.message ?? "")?.[0];
  return failed.type === "misconfiguration" && status !== undefined
    ? { kind: "status", name: `${status}`, about: "", message }
    : { kind: "words", name: messageTemplate(message, true), about: classOf(failed), message };
}

/** Words around a status that say nothing about the cause. */
const ofStatus = new Set("status code no body text client server response request url http details for".split(" "));

/** Returns the class of an exception without its packages; a wrapper says nothing about the cause. */
export function classOf({ errorClass, message }: FailedCall): string {
  const written = /([A-Z]\w*(?:Error|Exception))\b(?=[^]{0,2}[:(])/.exec(message ?? "")?.[1];
  const name = (errorClass ?? "").split(/[./:\\]+/).at(-1) ?? "";
  return isWrapper.test(name) ? (written ?? "") : name;
}

const isWrapper =
  /^(?:|Error|Exception|AI_\w+|RetryError|API\w*Error|\w*Tool\w*(?:Error|Exception)|ModelRetry|UserError|McpError|Kernel\w*Exception)$/;

const toolNames: readonly RegExp[] = [
  /\b(?:tool|function)\b(?: type| call)?:?\s*['"`]([\w.-]{2,64})['"`]/i,
  /(?:running|executing|calling|invoking) (?:the )?(?:tool|function)\s+([\w.-]{2,64}?)\b/i,
  /^(?:tool|function) ([\w.-]{2,64}):/i,
  /function invocation: '(?:\w+-)?([\w.]{2,64})'/i,
];

/** Returns the tool that a message names. */
function toolIn(message = ""): string {
  for (const pattern of toolNames) {
    const name = pattern.exec(message)?.[1];
    if (name !== undefined) return name;
  }
  return "";
}
