import { sql, type Transaction } from "kysely";
import { reaches } from "../../accounts/service.ts";
import type { IssueChange } from "../../issues/index.ts";
import type { MonitorChange } from "../../monitors/index.ts";
import { monitorOfRow as monitorOf } from "../../monitors/service.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import { builtInEmail, severityRank } from "../channel.ts";
import {
  type Audience,
  belated,
  bounded,
  cooled,
  ofIssue,
  ofMonitor,
  type PlannedNotification,
  planNotifications,
  stormWindow,
} from "../notification.ts";
import { isOfMonitor } from "../notification-event.ts";
import { channelOf } from "./channels.ts";
import { muteOfRow } from "./mutes.ts";

type Change = IssueChange | MonitorChange;

const isOfIssue = (change: Change): change is IssueChange => "issue" in change;
const monitorOfChange = (change: Change) => (isOfIssue(change) ? change.issue.monitorId : change.monitor.id);

/**
 * Adds the notifications of these changes to the outbox, inside the transaction that makes the changes. The
 * project's row is locked by then, so the count for the storm ceiling is exact.
 */
export async function addNotifications(
  step: Transaction<Tables>,
  project: ProjectId,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const audienceOf = await readAudience(step, project, changes);
  const recentCounts = new Map<string, number>();
  for (const change of changes) {
    const audience = audienceOf(change);
    const happening = isOfIssue(change) ? ofIssue(change, audience.monitor?.name) : ofMonitor(change);
    for (const decided of planNotifications(happening, audience)) {
      const to = `${decided.channelId} ${decided.recipient ?? ""}`;
      const count = recentCounts.get(to) ?? (await countRecent(step, decided));
      const notification = await cool(step, bounded(decided, count), audience);
      recentCounts.set(to, count + (notification.delivery.kind === "single" ? 1 : 0));
      await add(step, notification);
    }
  }
}

/** Reads the recipient's last notification about this monitor, if the monitor has a cool-down. */
async function cool(
  step: Transaction<Tables>,
  notification: PlannedNotification,
  { monitor }: Audience,
): Promise<PlannedNotification> {
  const { cooldownMinutes } = monitor ?? {};
  if (cooldownMinutes === undefined || notification.delivery.kind !== "single") return notification;
  const { projectId, channelId, recipient, event } = notification;
  const { last } = await step
    .selectFrom("deliveries")
    .innerJoin("notification_events", "notification_events.delivery_id", "deliveries.id")
    .select(({ fn }) => fn.max("deliveries.due_at").as("last"))
    .where("deliveries.project_id", "=", projectId)
    .where("deliveries.channel_id", "=", channelId)
    .where("deliveries.recipient", recipient === undefined ? "is" : "=", recipient ?? null)
    .where("notification_events.monitor_id", "=", event.monitorId)
    // The same change, decided again, does not count as an earlier message.
    .where("notification_events.id", "!=", notification.id)
    .executeTakeFirstOrThrow();
  return cooled(notification, last ?? undefined, cooldownMinutes);
}

async function readAudience(step: Transaction<Tables>, project: ProjectId, changes: readonly Change[]) {
  const wanted = [...new Set(changes.map(monitorOfChange))];
  const found = await step
    .selectFrom("monitors")
    .selectAll()
    .where("project_id", "=", project)
    .where("id", "in", wanted)
    .execute();
  const channels = await step.selectFrom("channels").selectAll().where("project_id", "=", project).execute();
  const users = await step
    .selectFrom("users")
    .innerJoin("projects", "projects.account_id", "users.account_id")
    .leftJoin("project_roles", (join) =>
      join.onRef("project_roles.user_id", "=", "users.id").on("project_roles.project_id", "=", project),
    )
    .select("users.email")
    .where("projects.id", "=", project)
    .where(reaches)
    .orderBy("users.created_at")
    .execute();
  const mutes = await step.selectFrom("mutes").selectAll().where("project_id", "=", project).execute();
  const muted = mutes.map(muteOfRow);
  const monitors = new Map(found.map(monitorOf).map((monitor) => [monitor.id, monitor]));
  const known = new Map([builtInEmail(project), ...channels.map(channelOf)].map((channel) => [channel.id, channel]));
  const emails = users.map(({ email }) => email);
  return (change: Change): Audience => ({
    monitor: monitors.get(monitorOfChange(change)),
    channels: known,
    users: emails,
    mutes: muted,
  });
}

/** Counts separate messages to this recipient in the current window. */
async function countRecent(step: Transaction<Tables>, { projectId, channelId, recipient, event }: PlannedNotification) {
  const { count } = await step
    .selectFrom("deliveries")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("project_id", "=", projectId)
    .where("channel_id", "=", channelId)
    .where("recipient", recipient === undefined ? "is" : "=", recipient ?? null)
    .where("kind", "=", "single")
    .where("created_at", ">=", Math.floor(event.at / stormWindow.ms) * stormWindow.ms)
    .executeTakeFirstOrThrow();
  return count;
}

async function add(step: Transaction<Tables>, notification: PlannedNotification): Promise<void> {
  const known = await step
    .selectFrom("notification_events")
    .select("id")
    .where("id", "=", notification.id)
    .executeTakeFirst();
  if (known) return;
  let placed = notification;
  // The message of a window may already be claimed when its last notification arrives.
  while (!(await holdDelivery(step, placed))) placed = belated(placed);
  await step
    .insertInto("notification_events")
    .values({
      id: placed.id,
      delivery_id: placed.delivery.id,
      issue_number: isOfMonitor(placed.event) ? null : placed.event.number,
      severity_rank: severityRank[placed.event.severity],
      event: JSON.stringify(placed.event),
      at: placed.event.at,
      monitor_id: placed.event.monitorId,
    })
    .execute();
}

/**
 * Creates the delivery, or locks its row so that nobody claims it before the commit; false when it was already
 * claimed.
 */
async function holdDelivery(step: Transaction<Tables>, notification: PlannedNotification): Promise<boolean> {
  const { projectId, channelId, recipient, event, delivery } = notification;
  const { numInsertedOrUpdatedRows } = await step
    .insertInto("deliveries")
    .values({
      id: delivery.id,
      project_id: projectId,
      channel_id: channelId,
      recipient: recipient ?? null,
      kind: delivery.kind,
      state: "ready",
      due_at: Math.round(delivery.dueAt),
      created_at: event.at,
      attempts: 0,
      first_attempt_at: null,
      unconfirmed: 0,
      problem: null,
      over_at: null,
      epoch: 0,
      lease_until: 0,
      started: 0,
    })
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet({ state: sql<string>`deliveries.state` })
        .where("deliveries.state", "=", "ready")
        .where("deliveries.attempts", "=", 0),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
