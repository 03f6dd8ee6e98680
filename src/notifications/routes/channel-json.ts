import { randomBytes } from "node:crypto";
import { isoTime } from "../../datapoints/contract/datapoint-json.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import { type Channel, type ChannelTarget, emailChannelId } from "../channel.ts";
import type { NewTarget } from "../contract/notification.ts";
import type { DeliveryRecord } from "../ports/notifications.ts";

export function channelJson(channel: Channel) {
  const { id, name, target, showsDialog, disabledBecause, createdAt, updatedAt } = channel;
  const isBuiltIn = id === emailChannelId;
  return {
    id,
    name,
    kind: target.kind,
    leadsTo: leadsTo(target),
    showsDialog,
    builtIn: isBuiltIn,
    disabledBecause,
    ...(isBuiltIn ? {} : { createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) }),
  };
}

/** Where it leads, without tokens, paths of incoming webhooks, credentials and queries. */
function leadsTo(target: ChannelTarget): string {
  switch (target.kind) {
    case "email":
      return target.to === "account" ? "every user of the account" : target.to.join(", ");
    case "slack_webhook":
      return new URL(target.url).host;
    case "slack_app":
      return target.conversation;
    case "webhook": {
      const { origin, pathname } = new URL(target.url);
      return `${origin}${pathname}`;
    }
    default:
      return unreachable(target);
  }
}

/** The target as asked for. A webhook always has a secret; the one before stays good next to a new one. */
export function targetOf(asked: NewTarget, before?: ChannelTarget): { target: ChannelTarget; madeSecret?: string } {
  if (asked.kind !== "webhook") return { target: asked };
  const { kind, url, secret } = asked;
  const [present] = before?.kind === "webhook" ? before.secrets : [];
  if (secret === undefined && present !== undefined && before?.kind === "webhook") {
    return { target: { kind, url, secrets: before.secrets } };
  }
  const newest = secret ?? `whsec_${randomBytes(32).toString("base64")}`;
  const secrets = present === undefined || present === newest ? [newest] : [newest, present];
  return { target: { kind, url, secrets }, ...(secret === undefined ? { madeSecret: newest } : {}) };
}

export function notificationJson(delivery: DeliveryRecord) {
  const { id, channelId, recipient, kind, state, dueAt, createdAt, tries, problem, sentAt } = delivery;
  return {
    id,
    channel: channelId,
    recipient,
    kind,
    state,
    dueAt: isoTime(dueAt),
    createdAt: isoTime(createdAt),
    tries,
    problem,
    sentAt: sentAt === undefined ? undefined : isoTime(sentAt),
    issues: delivery.issueNumbers,
    monitors: delivery.monitors.map(({ monitorId, monitorName, change }) => ({
      id: monitorId,
      name: monitorName,
      change,
    })),
    issueChanges: delivery.toldCount,
  };
}
