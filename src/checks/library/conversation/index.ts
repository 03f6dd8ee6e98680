import type { CodeCheck } from "../../check.ts";
import { escalationHonoured, humanRequested } from "./human.ts";
import { contextReset, turnBalance, userSentimentTrend, userShoutingOrAbuse } from "./mood.ts";
import { userCorrectionCount, userRepeatsRequest } from "./repeats-and-corrections.ts";

export const conversationChecks: readonly CodeCheck[] = [
  userRepeatsRequest,
  userCorrectionCount,
  humanRequested,
  escalationHonoured,
  userSentimentTrend,
  userShoutingOrAbuse,
  contextReset,
  turnBalance,
];
