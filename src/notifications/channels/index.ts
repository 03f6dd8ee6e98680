import type { GuardedPost } from "../../platform/http/guarded-post.ts";
import type { Carriers } from "../ports/notifications.ts";
import { createAccountMail } from "./account-mail.ts";
import { createEmailCarrier } from "./email.ts";
import { createSlackAppCarrier, createSlackWebhookCarrier } from "./slack.ts";
import { createWebhookCarrier } from "./webhook.ts";

interface Needs {
  readonly post: GuardedPost;
  readonly email: Parameters<typeof createEmailCarrier>[0];
  /** Base URL of Slack's API; Slack's own unless told. */
  readonly slackApiUrl?: string;
}

/** What carries messages, for each kind of channel. */
export function createCarriers({ post, email, slackApiUrl }: Needs): Carriers {
  return {
    email: createEmailCarrier(email),
    slack_webhook: createSlackWebhookCarrier(post),
    slack_app: createSlackAppCarrier({ ...post, ...(slackApiUrl === undefined ? {} : { apiUrl: slackApiUrl }) }),
    webhook: createWebhookCarrier(post),
  };
}

export { createAccountMail };
