import type { ErrorFacts } from "../assembly/reading.ts";
import { clientRules } from "./client-rules.ts";
import { contextSizes } from "./context-sizes.ts";
import { guessType } from "./error-model.ts";
import { type ErrorRule, errorRules } from "./error-rules.ts";
import type { ErrorLayer, ErrorType } from "./error-types.ts";
import { fallbackRules, plainCodes } from "./fallback-rules.ts";
import { outcomePhrases } from "./outcome-phrases.ts";
import { configurationPhrases, generalPhrases, requestPhrases, shapePhrases } from "./request-phrases.ts";
import { indexText, type TextPattern, textPattern } from "./text-pattern.ts";
import { toolPhrases } from "./tool-phrases.ts";
import { translatedPhrases } from "./translated-phrases.ts";

/** The type of a failure, what decided, how sure that is (0 to 1), and the sizes that its message states. */
export interface ClassifiedError {
  readonly type: ErrorType;
  readonly decidedBy: ErrorLayer;
  readonly certainty: number;
  readonly contextLimit?: number;
  readonly contextUsed?: number;
}

/** A rule whose message pattern is compiled, with the layer that it belongs to. */
interface CompiledRule extends Omit<ErrorRule, "message"> {
  readonly message: TextPattern | undefined;
  readonly layer: "code" | "phrase" | "status";
}

const compiled = (rule: ErrorRule): CompiledRule => ({
  ...rule,
  message: rule.message === undefined ? undefined : textPattern(rule.message),
  layer: rule.words !== undefined ? "code" : rule.message !== undefined ? "phrase" : "status",
});

const causes = [
  ...toolPhrases,
  ...shapePhrases,
  ...clientRules,
  ...errorRules,
  ...requestPhrases,
  ...outcomePhrases,
].map(compiled);
const requests = [...configurationPhrases, ...plainCodes].map(compiled);
const stated = [...causes, ...requests];
const statedAnywhere = [...causes, ...translatedPhrases.map(compiled), ...requests];
const english = /\b(the|to|must|not|failed|request|response|model|invalid|with|no|for|of)\b/;
const isEnglish = (text: string): boolean => !/[^ -~\s]/.test(text) && english.test(text);
const general = [...generalPhrases, ...fallbackRules].map(compiled);

// Set by hand, near the shares that test/fixtures/errors/README.md measures per layer; the model has its own.
const certainties = { code: 0.95, phrase: 0.9, general: 0.7, status: 0.6 } as const;
// A phrase of one cause can be a part of a text about another, so a model that is nearly certain overrules it.
const surer = { thanNothing: 0.8, thanGeneral: 0.8, thanPhrase: 0.97 } as const;

/**
 * Returns the type of a failure. A rule that names a cause decides; then the model, where it is sure enough; then a
 * general word or a status. Without any of these the failure is an `exception`.
 */
export function classifyError(failure: ErrorFacts, provider?: string): ClassifiedError {
  const error = lastFailure(failure);
  const words = `${error.code ?? ""} ${error.providerType ?? ""}`.toLowerCase();
  const message = error.message ?? "";
  const text = message.toLowerCase();
  const indexed = indexText(text);
  const matches = (rule: CompiledRule): boolean =>
    (rule.status === undefined || (error.status !== undefined && rule.status.includes(error.status))) &&
    (rule.provider === undefined || rule.provider === provider) &&
    (rule.words === undefined || (words !== " " && rule.words.test(words))) &&
    (rule.message === undefined || (text !== "" && rule.message(indexed)));
  const rule = (isEnglish(text) ? stated : statedAnywhere).find(matches);
  // The model knows nothing of a status, so it overrules a phrase only where there is none.
  if (rule !== undefined && (rule.layer !== "phrase" || error.status !== undefined))
    return answer(rule.type, rule.layer, certainties[rule.layer], message);
  const guess = message === "" ? undefined : guessType(message);
  if (rule !== undefined) {
    return guess !== undefined && guess.type !== rule.type && guess.probability >= surer.thanPhrase
      ? answer(guess.type, "model", guess.probability, message)
      : answer(rule.type, rule.layer, certainties[rule.layer], message);
  }
  const weak = general.find(matches);
  if (guess !== undefined && guess.probability >= (weak === undefined ? surer.thanNothing : surer.thanGeneral))
    return answer(guess.type, "model", guess.probability, message);
  if (weak === undefined) return { type: "exception", decidedBy: "none", certainty: 0 };
  return answer(weak.type, weak.layer, weak.layer === "status" ? certainties.status : certainties.general, message);
}

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
