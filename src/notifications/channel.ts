import type { Severity } from "../checks/verdicts/verdict.ts";
import type { ProjectId } from "../platform/ids.ts";

export const channelKinds = ["email", "slack_webhook", "slack_app", "webhook"] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** Where a channel leads, with what is secret about it. */
export type ChannelTarget =
  /** `account`: every user of the account, at the address they signed up with. */
  | { readonly kind: "email"; readonly to: "account" | readonly string[] }
  /** An incoming webhook; whoever knows the URL may post, so it is a secret. */
  | { readonly kind: "slack_webhook"; readonly url: string }
  /** A Slack app: its bot token and the conversation (`C0123456789` or `#alerts`) it was added to. */
  | { readonly kind: "slack_app"; readonly token: string; readonly conversation: string }
  /** Signed by Standard Webhooks. The newest secret first; two while one is being replaced. */
  | { readonly kind: "webhook"; readonly url: string; readonly secrets: readonly string[] };

/** Where notifications of a project go. */
export interface Channel {
  /** What monitors name it by. */
  readonly id: string;
  readonly projectId: ProjectId;
  readonly name: string;
  readonly target: ChannelTarget;
  /** Whether messages carry the last turns of the dialog. */
  readonly showsDialog: boolean;
  /** Why nothing is sent here any more: the receiver said that it is gone, or a person turned it off. */
  readonly disabledBecause?: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Every project has this channel: e-mail to all users of the account. */
export const emailChannelId = "email";

/** Named in a monitor's preferences, it means that nobody is told. */
export const nobodyChannelId = "none";

export function builtInEmail(projectId: ProjectId): Channel {
  const target = { kind: "email", to: "account" } as const;
  return {
    id: emailChannelId,
    projectId,
    name: "E-mail to everyone",
    target,
    showsDialog: true,
    createdAt: 0,
    updatedAt: 0,
  };
}

/** Most severe first, for sorting and for limits. */
export const severityRank: Readonly<Record<Severity, number>> = { critical: 0, major: 1, minor: 2 };
