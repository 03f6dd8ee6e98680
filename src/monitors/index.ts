export {
  type GroupingField,
  groupingFields,
  type Monitor,
  type NotificationPreference,
  type Threshold,
} from "./monitor.ts";
export type { MonitorChange, MonitorChangeKind } from "./monitor-change.ts";
export type { NotifiableChange } from "./notifiable-change.ts";
export type { MonitorStore } from "./ports/monitors.ts";
export type { EarlierVerdicts, MonitorMatch } from "./stages/match-monitors.ts";
export type { ProjectMonitors } from "./stages/project-monitors.ts";
