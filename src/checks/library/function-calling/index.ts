import type { CodeCheck } from "../../check.ts";
import { areToolArgumentsParseable } from "./arguments/are-tool-arguments-parseable.ts";
import { placeholderToolArguments } from "./arguments/placeholder-tool-arguments.ts";
import { toolArgumentInjection } from "./arguments/tool-argument-injection.ts";
import { toolArgumentSize } from "./arguments/tool-argument-size.ts";
import { toolArgumentsGrounded } from "./arguments/tool-arguments-grounded.ts";
import { destructiveToolUnconfirmed } from "./destructive-tool-unconfirmed.ts";
import { duplicateToolCalls } from "./duplicate-tool-calls.ts";
import { areAllParamsExpected } from "./expected/are-all-params-expected.ts";
import { areRequiredParamsPresent } from "./expected/are-required-params-present.ts";
import { doParamTypesMatch } from "./expected/do-param-types-match.ts";
import { doParamValuesMatch } from "./expected/do-param-values-match.ts";
import { functionCallValidator } from "./expected/function-call-validator.ts";
import { isFunctionCorrect } from "./expected/is-function-correct.ts";
import { toolArgumentSimilarity } from "./expected/tool-argument-similarity.ts";
import { toolCallF1 } from "./expected/tool-call-f1.ts";
import { toolCallSequenceMatch } from "./expected/tool-call-sequence-match.ts";
import { forbiddenToolCalled } from "./forbidden-tool-called.ts";
import { isCalledToolDeclared } from "./is-called-tool-declared.ts";
import { isToolCallSchemaValid } from "./is-tool-call-schema-valid.ts";
import { parallelToolCallsHonoured } from "./parallel-tool-calls-honoured.ts";
import { toolBudgetExceeded } from "./tool-budget-exceeded.ts";
import { toolCallCount } from "./tool-call-count.ts";
import { toolCallWrittenAsText } from "./tool-call-written-as-text.ts";
import { toolChoiceHonoured } from "./tool-choice-honoured.ts";
import { toolErrorRate } from "./tool-error-rate.ts";
import { toolPrecedenceRule } from "./tool-precedence-rule.ts";
import { toolResultLinkage } from "./tool-result-linkage.ts";

export const functionCallingChecks: readonly CodeCheck[] = [
  isFunctionCorrect,
  areRequiredParamsPresent,
  areAllParamsExpected,
  doParamValuesMatch,
  doParamTypesMatch,
  functionCallValidator,
  isToolCallSchemaValid,
  areToolArgumentsParseable,
  isCalledToolDeclared,
  toolCallCount,
  toolChoiceHonoured,
  duplicateToolCalls,
  toolCallWrittenAsText,
  placeholderToolArguments,
  forbiddenToolCalled,
  toolResultLinkage,
  toolErrorRate,
  toolArgumentInjection,
  toolCallF1,
  toolCallSequenceMatch,
  destructiveToolUnconfirmed,
  parallelToolCallsHonoured,
  toolArgumentSize,
  toolBudgetExceeded,
  toolPrecedenceRule,
  toolArgumentsGrounded,
  toolArgumentSimilarity,
];
