import type { CodeCheck } from "../../check.ts";
import { contextReset } from "./context-reset.ts";
import { escalationHonoured } from "./escalation-honoured.ts";
import { humanRequested } from "./human-requested.ts";
import { turnBalance } from "./turn-balance.ts";
import { userCorrectionCount } from "./user-correction-count.ts";
import { userRepeatsRequest } from "./user-repeats-request.ts";
import { userSentimentTrend } from "./user-sentiment-trend.ts";
import { userShoutingOrAbuse } from "./user-shouting-or-abuse.ts";

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
