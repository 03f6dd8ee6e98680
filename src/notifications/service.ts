export { severityRank } from "./channel.ts";
export { bounded, cooled, ofIssue, planNotifications, stormWindow } from "./notification.ts";
export { addUnsubscribe } from "./routes/unsubscribe.ts";
