import {
  LogLevel,
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  WebClient,
} from "@slack/web-api";
import { fetch } from "undici";
import { AddressRefused } from "../../platform/http/guarded-connector.ts";
import type { GuardedPost } from "../../platform/http/guarded-post.ts";
import type { SendOutcome } from "../delivery.ts";
import type { Carrier } from "../ports/notifications.ts";
import { slackMessage } from "./slack-blocks.ts";

/** Slack's incoming webhooks: one URL posts into one conversation. */
export function createSlackWebhookCarrier({ post }: Pick<GuardedPost, "post">): Carrier {
  return {
    knowsRepeats: false,
    async send(message, { channel: { target } }): Promise<SendOutcome> {
      if (target.kind !== "slack_webhook") return { kind: "refused", because: "this is no Slack webhook" };
      const body = JSON.stringify(slackMessage(message));
      const posted = await post({ url: target.url, body, headers: { "content-type": "application/json" } });
      if (posted.kind === "forbidden") return { kind: "refused", because: posted.because };
      if (posted.kind === "unreached") return { kind: "again", because: posted.because };
      if (posted.kind === "unanswered") return { kind: "unconfirmed", because: posted.because };
      const { status, text, retryAfterMs } = posted;
      const because = `Slack answered ${status} ${/^\w{2,60}$/.test(text.trim()) ? text.trim() : ""}`.trim();
      if (status >= 200 && status < 300) return { kind: "sent" };
      if (status === 404 || status === 410) return { kind: "gone", because };
      if (status === 429 || status >= 500) return again(because, retryAfterMs);
      return { kind: "refused", because };
    },
  };
}

interface AppNeeds extends Pick<GuardedPost, "dispatcher"> {
  /** Slack's own unless told. */
  readonly apiUrl?: string;
  readonly timeoutMs?: number;
}

/** A Slack app with its bot token, through Slack's own client. The app must have been added to the conversation. */
export function createSlackAppCarrier({ dispatcher, apiUrl, timeoutMs = 10_000 }: AppNeeds): Carrier {
  const throughTheGuard = (url: string | URL, init?: object) => fetch(url, { ...init, dispatcher, redirect: "error" });
  return {
    knowsRepeats: false,
    async send(message, { channel: { target } }): Promise<SendOutcome> {
      if (target.kind !== "slack_app") return { kind: "refused", because: "this is no Slack app" };
      const client = new WebClient(target.token, {
        ...(apiUrl === undefined ? {} : { slackApiUrl: apiUrl }),
        fetch: throughTheGuard,
        timeout: timeoutMs,
        // Trying again is the notifier's, which remembers it over a restart.
        retryConfig: { retries: 0 },
        rejectRateLimitedCalls: true,
        logger: silent,
      });
      try {
        const { text, blocks } = slackMessage(message);
        await client.chat.postMessage({ channel: target.conversation, text, blocks, unfurl_links: false });
        return { kind: "sent" };
      } catch (thrown) {
        return outcomeOf(thrown);
      }
    },
  };
}

/** Answers of chat.postMessage that a later try may turn; all others are about the message, the token or the channel. */
const passing = new Set(["ratelimited", "rate_limited", "fatal_error", "internal_error", "service_unavailable"]);

function outcomeOf(thrown: unknown): SendOutcome {
  if (thrown instanceof WebAPIRateLimitedError) return again("Slack's rate limit", thrown.retryAfter * 1000);
  if (thrown instanceof WebAPIPlatformError) {
    const because = `Slack answered ${thrown.data.error}`;
    return passing.has(thrown.data.error) ? again(because) : { kind: "refused", because };
  }
  if (thrown instanceof WebAPIHTTPError) return again(`Slack answered ${thrown.statusCode}`);
  const causes = causesOf(thrown instanceof WebAPIRequestError ? thrown.original : thrown);
  const refused = causes.find((cause) => cause instanceof AddressRefused);
  if (refused) return { kind: "refused", because: refused.message };
  const codes = causes.map((cause) => ("code" in cause ? String(cause.code) : cause.name));
  const unreached = codes.find((code) => /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/.test(code));
  if (unreached !== undefined) return again(`Slack cannot be reached (${unreached})`);
  return { kind: "unconfirmed", because: `Slack did not answer (${codes.at(-1) ?? "unknown"})` };
}

function causesOf(thrown: unknown): readonly Error[] {
  return thrown instanceof Error ? [thrown, ...causesOf(thrown.cause)] : [];
}

const again = (because: string, afterMs?: number): SendOutcome => ({
  kind: "again",
  because,
  ...(afterMs === undefined ? {} : { afterMs }),
});

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  setLevel: () => undefined,
  getLevel: () => LogLevel.ERROR,
  setName: () => undefined,
};
