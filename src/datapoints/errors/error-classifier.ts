import type { ErrorFacts } from "../assembly/reading.ts";
import { clientRules } from "./client-rules.ts";
import { errorRules } from "./error-rules.ts";
import type { ErrorType } from "./error-types.ts";

/** The type of a failure, and the sizes that its message states. */
export interface ClassifiedError {
  readonly type: ErrorType;
  readonly contextLimit?: number;
  readonly contextUsed?: number;
}

const rules = [...clientRules, ...errorRules];

/** Returns the type of the first matching rule (client-rules.ts, error-rules.ts), or `exception` when none matches. */
export function classifyError(failure: ErrorFacts, provider?: string): ClassifiedError {
  const error = lastFailure(failure);
  const words = `${error.code ?? ""} ${error.providerType ?? ""}`.toLowerCase();
  const message = error.message ?? "";
  const rule = rules.find(
    (one) =>
      (one.status === undefined || (error.status !== undefined && one.status.includes(error.status))) &&
      (one.provider === undefined || one.provider === provider) &&
      (one.words === undefined || one.words.test(words)) &&
      (one.message === undefined || one.message.test(message)),
  );
  const type = rule?.type ?? "exception";
  return type === "context_too_large" ? { type, ...contextSizes(message) } : { type };
}

/** A router that names the failure of its last fallback: that one decides, and the status of the first does not. */
function lastFailure(error: ErrorFacts): ErrorFacts {
  const fallback = / also failed: ([^]+)$/.exec(error.message ?? "")?.[1];
  if (fallback === undefined) return error;
  return {
    message: fallback,
    code: undefined,
    providerType: /^([\w.]+Error|[\w.]+Timeout)\b/.exec(fallback)?.[1],
    status: undefined,
  };
}

const limits = [
  /maximum context length (?:is|of) ([\d,]+)/i,
  /([\d,]+) (?:tokens? )?maximum/i,
  /> ([\d,]+) maximum/i,
  /context (?:window|limit|size)[^\d]{0,40}([\d,]+)/i,
  /maximum (?:number of tokens|input length|tokens? allowed|prompt length)[^\d]{0,40}([\d,]+)/i,
  /limit(?: of|:)? ([\d,]+)/i,
];
const uses = [
  /(?:resulted in|requested(?: about)?|you have|contains?|has) ([\d,]+) (?:input )?tokens/i,
  /prompt is too long: ([\d,]+)/i,
  /input token count[^\d]{0,20}([\d,]+)/i,
  /input length[^\d]{0,20}([\d,]+)/i,
  /([\d,]+) tokens? (?:in the messages|from the input|were (?:sent|given|passed))/i,
];

/** Returns the context limit and the size of the request, in tokens, where a provider's message states them. */
export function contextSizes(message: string): { contextLimit?: number; contextUsed?: number } {
  const contextLimit = numberBy(limits, message);
  const contextUsed = numberBy(uses, message);
  return {
    ...(contextLimit === undefined ? {} : { contextLimit }),
    ...(contextUsed === undefined ? {} : { contextUsed }),
  };
}

function numberBy(patterns: readonly RegExp[], message: string): number | undefined {
  for (const pattern of patterns) {
    const digits = pattern.exec(message)?.[1]?.replaceAll(",", "");
    if (digits !== undefined && digits !== "") return Number(digits);
  }
  return undefined;
}
