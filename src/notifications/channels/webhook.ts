import { Webhook } from "standardwebhooks";
import type { HttpClient, HttpResponse } from "../../platform/http/http-client.ts";
import type { SendOutcome } from "../../platform/send-outcome.ts";
import { headlineOf, type Message, type MessageItem, sentenceOf } from "../message.ts";
import { isOfMonitor } from "../notification-event.ts";
import type { Sender } from "../ports/notifications.ts";

/**
 * Sends signed POSTs after the Standard Webhooks specification: the same webhook-id in every attempt, a fresh
 * timestamp, one signature per secret. Any 2xx is a delivery, 410 disables the channel, everything else is
 * retried.
 */
export function createWebhookSender(http: Pick<HttpClient, "send">): Sender {
  return {
    knowsRepeats: true,
    async send(message, { channel: { target } }) {
      if (target.kind !== "webhook") return { kind: "refused", reason: "the channel is not a webhook" };
      const body = JSON.stringify(eventOf(message));
      const signedAt = new Date(message.at);
      const signatures = target.secrets.map((secret) => new Webhook(secret).sign(message.id, signedAt, body));
      const headers = {
        "content-type": "application/json",
        "user-agent": "gaffe",
        "webhook-id": message.id,
        "webhook-timestamp": `${Math.floor(message.at / 1000)}`,
        "webhook-signature": signatures.join(" "),
      };
      return outcomeOf(await postTo(http, target.url, { body, headers }));
    },
  };
}

/** Posts to a receiver whose response counts by its status. */
export function postTo(
  http: Pick<HttpClient, "send">,
  url: string,
  what: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
): Promise<HttpResponse> {
  return http.send({ method: "POST", url, ...what, maxBytes: 64 * 1024, cutsBody: true });
}

/** Returns the outcome of an attempt without a response. */
export function withoutAnswer(posted: Exclude<HttpResponse, { kind: "answered" }>): SendOutcome {
  const { kind, reason } = posted;
  if (kind === "forbidden") return { kind: "refused", reason };
  return { kind: posted.isSent ? "unconfirmed" : "again", reason };
}

function outcomeOf(posted: HttpResponse): SendOutcome {
  if (posted.kind !== "answered") return withoutAnswer(posted);
  const { status, retryAfterMs } = posted;
  if (status >= 200 && status < 300) return { kind: "sent" };
  if (status === 410) return { kind: "gone", reason: "the receiver responded 410 Gone" };
  const redirect = status >= 300 && status < 400 ? ", a redirect, which is not followed" : "";
  const wish = retryAfterMs === undefined ? {} : { afterMs: retryAfterMs };
  return { kind: "again", reason: `the receiver answered ${status}${redirect}`, ...wish };
}

/** Builds the body documented in docs/notifications.md; fields are added, never changed. */
function eventOf(message: Message) {
  const { kind, items, itemCount, project, at } = message;
  const issues = items.filter((item) => !isOfMonitor(item));
  return {
    type: typeOf(kind, items),
    timestamp: new Date(at).toISOString(),
    data: {
      headline: headlineOf(message),
      project,
      issueChanges: itemCount - (items.length - issues.length),
      issues: issues.map((item) => ({
        change: item.change,
        detail: item.detail,
        changedAt: new Date(item.at).toISOString(),
        id: item.issueId,
        number: item.number,
        kind: item.kind,
        severity: item.severity,
        title: item.title,
        sentence: sentenceOf(item),
        explanation: item.explanation,
        check: item.check,
        errorType: item.errorType,
        monitor: { id: item.monitorId, name: item.monitorName },
        datapointId: item.sampleDatapointId,
        occurrences: item.occurrences,
        usersAffected: item.usersAffected,
        trend: item.trend,
        dialog: item.dialog,
        stack: item.stack,
        url: item.url,
      })),
      monitors: items.filter(isOfMonitor).map((item) => ({
        change: item.change,
        changedAt: new Date(item.at).toISOString(),
        id: item.monitorId,
        name: item.monitorName,
        sentence: sentenceOf(item),
        explanation: item.explanation,
        url: item.url,
      })),
    },
  };
}

function typeOf(kind: Message["kind"], [first]: readonly MessageItem[]): string {
  if (kind === "test") return "test";
  if (kind !== "single" || !first) return "issues.digest";
  return `${isOfMonitor(first) ? "monitor" : "issue"}.${first.change}`;
}
