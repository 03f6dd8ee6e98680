import type * as Slack from "@slack/web-api";
import { fetch } from "undici";
import { AddressRefused, type HttpClient, isRetryableStatus, isUnreached } from "../../platform/http/http-client.ts";
import type { SendOutcome } from "../../platform/send-outcome.ts";
import type { Sender } from "../ports/notifications.ts";
import { slackMessage } from "./slack-blocks.ts";
import { postTo, withoutAnswer } from "./webhook.ts";

/** Sends to Slack's incoming webhooks: one URL posts into one conversation. */
export function createSlackWebhookSender(http: Pick<HttpClient, "send">): Sender {
  return {
    knowsRepeats: false,
    async send(message, { channel: { target } }): Promise<SendOutcome> {
      if (target.kind !== "slack_webhook") return { kind: "refused", reason: "the channel is not a Slack webhook" };
      const body = JSON.stringify(slackMessage(message));
      const posted = await postTo(http, target.url, { body, headers: { "content-type": "application/json" } });
      if (posted.kind !== "answered") return withoutAnswer(posted);
      const { status, retryAfterMs } = posted;
      const text = posted.bytes.toString("utf8").trim();
      const reason = `Slack answered ${status} ${/^\w{2,60}$/.test(text) ? text : ""}`.trim();
      if (status >= 200 && status < 300) return { kind: "sent" };
      if (status === 404 || status === 410) return { kind: "gone", reason };
      if (isRetryableStatus(status)) return again(reason, retryAfterMs);
      return { kind: "refused", reason };
    },
  };
}

interface SlackAppDependencies extends Pick<HttpClient, "dispatcher"> {
  /** Slack's own by default. */
  readonly apiUrl?: string;
  readonly timeoutMs?: number;
}

/**
 * Sends as a Slack app with its bot token, through Slack's client. The app must have been added to the
 * conversation.
 */
export function createSlackAppSender({ dispatcher, apiUrl, timeoutMs = 10_000 }: SlackAppDependencies): Sender {
  const throughTheGuard = (url: string | URL, init?: object) => fetch(url, { ...init, dispatcher, redirect: "error" });
  return {
    knowsRepeats: false,
    async send(message, { channel: { target } }): Promise<SendOutcome> {
      if (target.kind !== "slack_app") return { kind: "refused", reason: "the channel is not a Slack app" };
      // Loaded at the first use: few installations have a Slack app.
      const slack = await import("@slack/web-api");
      const client = new slack.WebClient(target.token, {
        ...(apiUrl === undefined ? {} : { slackApiUrl: apiUrl }),
        fetch: throughTheGuard,
        timeout: timeoutMs,
        // The notifier retries and stores its attempts across restarts.
        retryConfig: { retries: 0 },
        rejectRateLimitedCalls: true,
        logger: { ...silent, getLevel: () => slack.LogLevel.ERROR },
      });
      try {
        const { text, blocks } = slackMessage(message);
        await client.chat.postMessage({ channel: target.conversation, text, blocks, unfurl_links: false });
        return { kind: "sent" };
      } catch (thrown) {
        return outcomeOf(thrown, slack);
      }
    },
  };
}

/** Temporary errors of chat.postMessage; all others concern the message, the token or the channel. */
const passing = new Set(["ratelimited", "rate_limited", "fatal_error", "internal_error", "service_unavailable"]);

function outcomeOf(thrown: unknown, slack: typeof Slack): SendOutcome {
  if (thrown instanceof slack.WebAPIRateLimitedError) return again("Slack's rate limit", thrown.retryAfter * 1000);
  if (thrown instanceof slack.WebAPIPlatformError) {
    const reason = `Slack answered ${thrown.data.error}`;
    return passing.has(thrown.data.error) ? again(reason) : { kind: "refused", reason };
  }
  if (thrown instanceof slack.WebAPIHTTPError) return again(`Slack answered ${thrown.statusCode}`);
  const causes = causesOf(thrown instanceof slack.WebAPIRequestError ? thrown.original : thrown);
  const refused = causes.find((cause) => cause instanceof AddressRefused);
  if (refused) return { kind: "refused", reason: refused.message };
  const codes = causes.map((cause) => ("code" in cause ? String(cause.code) : cause.name));
  const unreached = codes.find(isUnreached);
  if (unreached !== undefined) return again(`Slack cannot be reached (${unreached})`);
  return { kind: "unconfirmed", reason: `Slack did not answer (${codes.at(-1) ?? "unknown"})` };
}

function causesOf(thrown: unknown): readonly Error[] {
  return thrown instanceof Error ? [thrown, ...causesOf(thrown.cause)] : [];
}

const again = (reason: string, afterMs?: number): SendOutcome => ({
  kind: "again",
  reason,
  ...(afterMs === undefined ? {} : { afterMs }),
});

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  setLevel: () => undefined,
  setName: () => undefined,
};
