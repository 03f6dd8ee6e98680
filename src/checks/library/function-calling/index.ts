import type { CodeCheck } from "../../check.ts";
import { toolArgumentSimilarity } from "./argument-similarity.ts";
import {
  duplicateToolCalls,
  forbiddenToolCalled,
  placeholderToolArguments,
  toolArgumentInjection,
  toolCallCount,
  toolCallWrittenAsText,
  toolChoiceHonoured,
} from "./call-rules.ts";
import { toolCallF1, toolCallSequenceMatch } from "./call-sets.ts";
import { destructiveToolUnconfirmed } from "./consent.ts";
import { areToolArgumentsParseable, isCalledToolDeclared, isToolCallSchemaValid } from "./declared-tools.ts";
import {
  areAllParamsExpected,
  areRequiredParamsPresent,
  doParamValuesMatch,
  functionCallValidator,
  isFunctionCorrect,
} from "./named-call.ts";
import { doParamTypesMatch } from "./parameter-types.ts";
import { toolErrorRate, toolResultLinkage } from "./tool-results.ts";
import {
  parallelToolCallsHonoured,
  toolArgumentSize,
  toolArgumentsGrounded,
  toolBudgetExceeded,
  toolPrecedenceRule,
} from "./tool-use.ts";

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
