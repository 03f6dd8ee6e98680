import { setTimeout as sleep } from "node:timers/promises";
import { randomId } from "../../platform/crypto/random-id.ts";
import type { GaffeEvent } from "../../platform/telemetry/events.ts";
import type { AccountMail } from "../ports/account-mail.ts";
import { type AccountEmailReason, accountEmailOf } from "./account-email.ts";

interface AccountEmailsDependencies {
  readonly mail: AccountMail;
  readonly emit: (event: GaffeEvent) => void;
  /** Delays before retries, in milliseconds. */
  readonly waitsMs?: readonly number[];
}

export interface AccountEmails {
  readonly canSend: boolean;
  /** Runs in the background, so that the response time does not reveal whether an email was sent. */
  post(reason: AccountEmailReason, to: string, url: string): void;
}

/**
 * Sends account emails with a few retries and without a queue, because they contain secret links; a person who
 * receives none can request another.
 */
export function createAccountEmails({
  mail,
  emit,
  waitsMs = [5000, 30_000, 120_000],
}: AccountEmailsDependencies): AccountEmails {
  return {
    canSend: mail.canSend,
    post: (reason, to, url) => {
      if (mail.canSend) void post(reason, to, url);
    },
  };

  async function post(reason: AccountEmailReason, to: string, url: string): Promise<void> {
    const id = randomId("letter");
    const accountEmail = accountEmailOf(reason, url);
    for (const waitMs of [...waitsMs, undefined]) {
      const outcome = await mail.send(accountEmail, to, id);
      if (outcome.kind === "sent" || outcome.kind === "unconfirmed") return;
      const isOver = outcome.kind === "refused" || waitMs === undefined;
      emit({
        kind: "account-letters-failed",
        level: isOver ? "error" : "warn",
        labels: { reason: reason.kind, over: `${isOver}` },
        message: "the mail server did not accept an account email",
        facts: { reason: outcome.reason },
      });
      if (isOver) return;
      await sleep(waitMs, undefined, { ref: false });
    }
  }
}
