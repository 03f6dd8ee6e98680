import { z } from "zod";
import { errorTypes } from "../../datapoints/index.ts";
import { issueKinds, severities } from "../../datapoints/service.ts";
import { monitorChangeKinds, notifiableChanges } from "../../monitors/service.ts";
import { asDatapointId, asIssueId, asMonitorId } from "../../platform/ids.ts";
import { json, type Members, rowParser } from "../../storage/service.ts";
import type { IssueEvent, MonitorEvent, NotificationEvent } from "../notification-event.ts";

const common = {
  at: z.number(),
  severity: z.enum(severities),
  explanation: z.string(),
  monitorId: z.string().transform(asMonitorId),
  monitorName: z.string().exactOptional(),
};

const ofIssue: z.ZodType<IssueEvent> = z.object({
  ...common,
  change: z.enum(notifiableChanges),
  detail: z.string().exactOptional(),
  issueId: z.string().transform(asIssueId),
  number: z.number(),
  kind: z.enum(issueKinds),
  title: z.string(),
  subtitle: z.string().exactOptional(),
  check: z.string(),
  errorType: z.enum(errorTypes).exactOptional(),
  sampleDatapointId: z.string().transform(asDatapointId),
} satisfies Members<IssueEvent>);

const ofMonitor: z.ZodType<MonitorEvent> = z.object({
  ...common,
  change: z.enum(monitorChangeKinds),
} satisfies Members<MonitorEvent>);

const event: z.ZodType<NotificationEvent> = z.union([ofMonitor, ofIssue]);

export const parseEvent = rowParser("notification_events", { event: json(event) });
export const parseIssueEvent = rowParser("notification_events", { event: json(ofIssue) });
export const parseMonitorEvent = rowParser("notification_events", { event: json(ofMonitor) });
