import { sql, type Transaction } from "kysely";
import type { Schema } from "../../app/records/schema.ts";
import type { IssueChange } from "../../issues/issue-change.ts";
import type { MonitorChange } from "../../monitors/monitor-change.ts";
import { monitorOf } from "../../monitors/records/monitors.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { builtInEmail, severityRank } from "../channel.ts";
import {
  type Audience,
  belated,
  bounded,
  cooled,
  type Notice,
  noticesOf,
  ofIssue,
  ofMonitor,
  stormWindow,
} from "../notification.ts";
import { isOfMonitor } from "../told.ts";
import { channelOf } from "./channels.ts";
import { muteOfRow } from "./mutes.ts";

type Change = IssueChange | MonitorChange;

const isOfIssue = (change: Change): change is IssueChange => "issue" in change;
const monitorOfChange = (change: Change) => (isOfIssue(change) ? change.issue.monitorId : change.monitor.id);

/**
 * Puts what people are told of these changes into the outbox, inside the transaction that makes the changes. The
 * project's row is locked by then, so that counting towards the storm ceiling is exact.
 */
export async function addNotices(
  step: Transaction<Schema>,
  project: ProjectId,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const audienceOf = await readAudience(step, project, changes);
  const lately = new Map<string, number>();
  for (const change of changes) {
    const audience = audienceOf(change);
    const happening = isOfIssue(change) ? ofIssue(change, audience.monitor?.name) : ofMonitor(change);
    for (const decided of noticesOf(happening, audience)) {
      const to = `${decided.channelId} ${decided.recipient ?? ""}`;
      const count = lately.get(to) ?? (await countLately(step, decided));
      const notice = await cool(step, bounded(decided, count), audience);
      lately.set(to, count + (notice.delivery.kind === "single" ? 1 : 0));
      await add(step, notice);
    }
  }
}

/** Looks up when this recipient was last told of this monitor, where the monitor asks for a pause. */
async function cool(step: Transaction<Schema>, notice: Notice, { monitor }: Audience): Promise<Notice> {
  const { cooldownMinutes } = monitor ?? {};
  if (cooldownMinutes === undefined || notice.delivery.kind !== "single") return notice;
  const { projectId, channelId, recipient, told } = notice;
  const { last } = await step
    .selectFrom("deliveries")
    .innerJoin("notices", "notices.delivery_id", "deliveries.id")
    .select(({ fn }) => fn.max("deliveries.due_at").as("last"))
    .where("deliveries.project_id", "=", projectId)
    .where("deliveries.channel_id", "=", channelId)
    .where("deliveries.recipient", recipient === undefined ? "is" : "=", recipient ?? null)
    .where("notices.monitor_id", "=", told.monitorId)
    // The same change decided again is no message before it.
    .where("notices.id", "!=", notice.id)
    .executeTakeFirstOrThrow();
  return cooled(notice, last ?? undefined, cooldownMinutes);
}

async function readAudience(step: Transaction<Schema>, project: ProjectId, changes: readonly Change[]) {
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
    .select("users.email")
    .where("projects.id", "=", project)
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

/** Messages of their own that this recipient was given in the present window. */
async function countLately(step: Transaction<Schema>, { projectId, channelId, recipient, told }: Notice) {
  const { count } = await step
    .selectFrom("deliveries")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("project_id", "=", projectId)
    .where("channel_id", "=", channelId)
    .where("recipient", recipient === undefined ? "is" : "=", recipient ?? null)
    .where("kind", "=", "single")
    .where("created_at", ">=", Math.floor(told.at / stormWindow.ms) * stormWindow.ms)
    .executeTakeFirstOrThrow();
  return count;
}

async function add(step: Transaction<Schema>, notice: Notice): Promise<void> {
  const known = await step.selectFrom("notices").select("id").where("id", "=", notice.id).executeTakeFirst();
  if (known) return;
  let placed = notice;
  // The message of a window may be on its way already when the last notice for it arrives.
  while (!(await holdDelivery(step, placed))) placed = belated(placed);
  await step
    .insertInto("notices")
    .values({
      id: placed.id,
      delivery_id: placed.delivery.id,
      issue_number: isOfMonitor(placed.told) ? null : placed.told.number,
      severity_rank: severityRank[placed.told.severity],
      told: JSON.stringify(placed.told),
      at: placed.told.at,
      monitor_id: placed.told.monitorId,
    })
    .execute();
}

/** Makes the delivery, or locks its row so that nobody claims it before we commit; false when it was claimed before. */
async function holdDelivery(step: Transaction<Schema>, notice: Notice): Promise<boolean> {
  const { projectId, channelId, recipient, told, delivery } = notice;
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
      created_at: told.at,
      tries: 0,
      first_tried_at: null,
      unconfirmed: 0,
      problem: null,
      over_at: null,
      epoch: 0,
      lease_until: 0,
      begun: 0,
    })
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet({ state: sql<string>`deliveries.state` })
        .where("deliveries.state", "=", "ready")
        .where("deliveries.tries", "=", 0),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
