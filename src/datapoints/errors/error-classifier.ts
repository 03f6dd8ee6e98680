import type { ErrorFacts } from "../assembly/reading.ts";
import { clientRules } from "./client-rules.ts";
import { contextSizes } from "./context-sizes.ts";
import { guessType } from "./error-model.ts";
import { type ErrorRule, errorRules } from "./error-rules.ts";
import type { ErrorLayer, ErrorType } from "./error-types.ts";
import { fallbackRules, plainCodes } from "./fallback-rules.ts";
import { outcomePhrases } from "./outcome-phrases.ts";
import { configurationPhrases, generalPhrases, requestPhrases, shapePhrases } from "./request-phrases.ts";
import { translatedPhrases } from "./translated-phrases.ts";

/** The type of a failure, what decided, how sure that is (0 to 1), and the sizes that its message states. */
export interface ClassifiedError {
  readonly type: ErrorType;
  readonly decidedBy: ErrorLayer;
  readonly certainty: number;
  readonly contextLimit?: number;
  readonly contextUsed?: number;
}

/** Lowers a pattern, so that it is tested without regard to case on a lowered text, which takes half the time. */
const lowered = (rule: ErrorRule): ErrorRule =>
  rule.message === undefined
    ? rule
    : {
        ...rule,
        message: new RegExp(
          rule.message.source.replace(/\\.|[A-Z]/g, (part) => (part.length === 1 ? part.toLowerCase() : part)),
        ),
      };

const causes = [...shapePhrases, ...clientRules, ...errorRules, ...requestPhrases, ...outcomePhrases].map(lowered);
const requests = [...configurationPhrases, ...plainCodes].map(lowered);
const stated = [...causes, ...requests];
const statedAnywhere = [...causes, ...translatedPhrases.map(lowered), ...requests];
const english = /\b(the|to|must|not|failed|request|response|model|invalid|with|no|for|of)\b/;
const isEnglish = (text: string): boolean => !/[^ -~\s]/.test(text) && english.test(text);
const general = [...generalPhrases, ...fallbackRules].map(lowered);

// Set by hand, near the shares that test/fixtures/errors/README.md measures per layer; the model has its own.
const certainties = { code: 0.95, phrase: 0.9, general: 0.7, status: 0.6 } as const;
const surer = { thanNothing: 0.8, thanGeneral: 0.9 } as const;

/**
 * Returns the type of a failure. A rule that names a cause decides; then the model, where it is sure enough; then a
 * general word or a status. Without any of these the failure is an `exception`.
 */
export function classifyError(failure: ErrorFacts, provider?: string): ClassifiedError {
  const error = lastFailure(failure);
  const words = `${error.code ?? ""} ${error.providerType ?? ""}`.toLowerCase();
  const message = error.message ?? "";
  const text = message.toLowerCase();
  const matches = (rule: ErrorRule): boolean =>
    (rule.status === undefined || (error.status !== undefined && rule.status.includes(error.status))) &&
    (rule.provider === undefined || rule.provider === provider) &&
    (rule.words === undefined || rule.words.test(words)) &&
    (rule.message === undefined || rule.message.test(text));
  const rule = (isEnglish(text) ? stated : statedAnywhere).find(matches);
  if (rule !== undefined) return answer(rule.type, layerOf(rule), certainties[layerOf(rule)], message);
  const weak = general.find(matches);
  const guess = message === "" ? undefined : guessType(message);
  if (guess !== undefined && guess.probability >= (weak === undefined ? surer.thanNothing : surer.thanGeneral))
    return answer(guess.type, "model", guess.probability, message);
  if (weak === undefined) return { type: "exception", decidedBy: "none", certainty: 0 };
  const layer = layerOf(weak);
  return answer(weak.type, layer, layer === "status" ? certainties.status : certainties.general, message);
}

const layerOf = (rule: ErrorRule): "code" | "phrase" | "status" =>
  rule.words !== undefined ? "code" : rule.message !== undefined ? "phrase" : "status";

function answer(type: ErrorType, decidedBy: ErrorLayer, certainty: number, message: string): ClassifiedError {
  const decided = { type, decidedBy, certainty: Math.round(certainty * 100) / 100 };
  return type === "context_too_large" ? { ...decided, ...contextSizes(message) } : decided;
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
