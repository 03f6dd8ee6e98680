import type { HttpClient } from "../../platform/http/http-client.ts";
import type { Senders } from "../ports/notifications.ts";
import { createAccountMail } from "./account-mail.ts";
import { createEmailSender } from "./email.ts";
import { createSlackAppSender, createSlackWebhookSender } from "./slack.ts";
import { createWebhookSender } from "./webhook.ts";

interface SenderDependencies {
  readonly http: HttpClient;
  readonly email: Parameters<typeof createEmailSender>[0];
  /** Base URL of Slack's API; Slack's own by default. */
  readonly slackApiUrl?: string;
}

/** Creates the sender of each channel kind. */
export function createSenders({ http, email, slackApiUrl }: SenderDependencies): Senders {
  return {
    email: createEmailSender(email),
    slack_webhook: createSlackWebhookSender(http),
    slack_app: createSlackAppSender({ ...http, ...(slackApiUrl === undefined ? {} : { apiUrl: slackApiUrl }) }),
    webhook: createWebhookSender(http),
  };
}

export { createAccountMail };
