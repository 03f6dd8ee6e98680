import type { Severity } from "../datapoints/index.ts";
import type { ProjectId } from "../platform/ids.ts";

export const channelKinds = ["email", "slack_webhook", "slack_app", "webhook"] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** The destination of a channel, including its secrets. */
export type ChannelTarget =
  /** `account`: every user of the account, at the address they signed up with. */
  | { readonly kind: "email"; readonly to: "account" | readonly string[] }
  /** An incoming webhook. Its URL allows posting, so it is a secret. */
  | { readonly kind: "slack_webhook"; readonly url: string }
  /** A Slack app: its bot token and the conversation (`C0123456789` or `#alerts`) to which it was added. */
  | { readonly kind: "slack_app"; readonly token: string; readonly conversation: string }
  /** Signed by Standard Webhooks. The newest secret first; two during a rotation. */
  | { readonly kind: "webhook"; readonly url: string; readonly secrets: readonly string[] };

/** A destination of a project's notifications. */
export interface Channel {
  /** Referenced by monitors. */
  readonly id: string;
  readonly projectId: ProjectId;
  readonly name: string;
  readonly target: ChannelTarget;
  /** Whether messages carry the last turns of the dialog. */
  readonly showsDialog: boolean;
  /** Why the channel is disabled: the receiver is gone, or a person disabled it. */
  readonly disabledReason?: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Every project has this channel: email to all users of the account. */
export const emailChannelId = "email";

/** In a monitor's preferences: nobody is notified. */
export const nobodyChannelId = "none";

export function builtInEmail(projectId: ProjectId): Channel {
  const target = { kind: "email", to: "account" } as const;
  return {
    id: emailChannelId,
    projectId,
    name: "Email to everyone",
    target,
    showsDialog: true,
    createdAt: 0,
    updatedAt: 0,
  };
}

/** Most severe first, for sorting and for limits. */
export const severityRank: Readonly<Record<Severity, number>> = { critical: 0, major: 1, minor: 2 };
