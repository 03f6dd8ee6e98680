import type { CodeCheck } from "../../check.ts";
import {
  cannedResponse,
  endsWithQuestion,
  excessiveDisclaimers,
  knowledgeCutoffMention,
  redirectsToHuman,
} from "./answer-habits.ts";
import { capabilityDenial, deferredPromise } from "./denials.ts";
import { modelRefusal } from "./model-refusal.ts";
import { partialRefusal } from "./partial-refusal.ts";

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
