import { randomBytes } from "node:crypto";
import type { RecipientState } from "../../accounts/index.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import { isoTime } from "../../server/service.ts";
import { type Channel, type ChannelTarget, emailChannelId } from "../channel.ts";
import type { NewTarget } from "../contract/notification.ts";
import type { DeliveryRecord } from "../ports/notifications.ts";

export interface RecipientJson {
  readonly address: string;
  readonly state: RecipientState;
  readonly heldBack: number;
}

/** `recipients`: of an email channel with addresses. */
export function channelJson(channel: Channel, recipients?: readonly RecipientJson[]) {
  const { id, name, target, showsDialog, disabledReason, createdAt, updatedAt } = channel;
  const isBuiltIn = id === emailChannelId;
  return {
    id,
    name,
    kind: target.kind,
    leadsTo: leadsTo(target),
    recipients,
    showsDialog,
    builtIn: isBuiltIn,
    disabledReason: disabledReason,
    ...(isBuiltIn ? {} : { createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) }),
  };
}

/** Returns the destination without tokens, paths (which may hold a secret), credentials and queries. */
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
      return pathname === "/" ? origin : `${origin}/…`;
    }
    default:
      return unreachable(target);
  }
}

/** Returns the requested target. A webhook always has a secret; its previous one stays valid next to a new one. */
export function targetOf(requested: NewTarget, before?: ChannelTarget): { target: ChannelTarget; madeSecret?: string } {
  if (requested.kind !== "webhook") return { target: requested };
  const { kind, url, secret } = requested;
  const [present] = before?.kind === "webhook" ? before.secrets : [];
  if (secret === undefined && present !== undefined && before?.kind === "webhook") {
    return { target: { kind, url, secrets: before.secrets } };
  }
  const newest = secret ?? `whsec_${randomBytes(32).toString("base64")}`;
  const secrets = present === undefined || present === newest ? [newest] : [newest, present];
  return { target: { kind, url, secrets }, ...(secret === undefined ? { madeSecret: newest } : {}) };
}

export function notificationJson(delivery: DeliveryRecord) {
  const { id, channelId, recipient, kind, state, dueAt, createdAt, attempts, problem, sentAt } = delivery;
  return {
    id,
    channel: channelId,
    recipient,
    kind,
    state,
    dueAt: isoTime(dueAt),
    createdAt: isoTime(createdAt),
    attempts,
    problem,
    sentAt: sentAt === undefined ? undefined : isoTime(sentAt),
    issues: delivery.issueNumbers,
    monitors: delivery.monitors.map(({ monitorId, monitorName, change }) => ({
      id: monitorId,
      name: monitorName,
      change,
    })),
    issueChanges: delivery.eventCount,
  };
}
