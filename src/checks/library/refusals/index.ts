import type { CodeCheck } from "../../check.ts";
import { cannedResponse } from "./canned-response.ts";
import { capabilityDenial } from "./capability-denial.ts";
import { deferredPromise } from "./deferred-promise.ts";
import { endsWithQuestion } from "./ends-with-question.ts";
import { excessiveDisclaimers } from "./excessive-disclaimers.ts";
import { knowledgeCutoffMention } from "./knowledge-cutoff-mention.ts";
import { modelRefusal } from "./model-refusal.ts";
import { partialRefusal } from "./partial-refusal.ts";
import { redirectsToHuman } from "./redirects-to-human.ts";

export const refusalsChecks: readonly CodeCheck[] = [
  modelRefusal,
  partialRefusal,
  capabilityDenial,
  deferredPromise,
  knowledgeCutoffMention,
  excessiveDisclaimers,
  endsWithQuestion,
  redirectsToHuman,
  cannedResponse,
];
