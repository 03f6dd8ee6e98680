export { Preview, PreviewRequest } from "./contract/monitor.ts";
export { monitorChangeKinds } from "./monitor-change.ts";
export { isLimited } from "./monitor-health.ts";
export { notifiableChanges } from "./notifiable-change.ts";
export { monitorOf as monitorOfRow } from "./records/monitors.ts";
export { createRefuseMistakes } from "./routes/refuse-mistakes.ts";
export { monitorOf } from "./routes/requested-monitor.ts";
export { firstReached, isReached, windowMsOf } from "./threshold.ts";
