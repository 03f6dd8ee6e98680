export { contextReset } from "./context-reset.ts";
export { escalationHonoured } from "./escalation-honoured.ts";
export { humanRequested } from "./human-requested.ts";
export { turnBalance } from "./turn-balance.ts";
export { userCorrectionCount } from "./user-correction-count.ts";
export { userRepeatsRequest } from "./user-repeats-request.ts";
export { userSentimentTrend } from "./user-sentiment-trend.ts";
export { userShoutingOrAbuse } from "./user-shouting-or-abuse.ts";
