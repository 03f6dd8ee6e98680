import { setTimeout as sleep } from "node:timers/promises";
import { randomId } from "../platform/crypto/random-id.ts";
import type { GaffeEvent } from "../platform/telemetry/events.ts";
import { type LetterReason, letterOf } from "./letter.ts";
import type { AccountMail } from "./ports/account-mail.ts";

interface Needs {
  readonly mail: AccountMail;
  readonly emit: (event: GaffeEvent) => void;
  /** Waits between tries. */
  readonly waitsMs?: readonly number[];
}

export interface Letters {
  readonly canSend: boolean;
  /** Nobody waits for it, so that how long it takes tells nobody whether there was a letter to send. */
  post(reason: LetterReason, to: string, url: string): void;
}

/**
 * Letters are tried a few times and kept nowhere: what their link holds must not lie in a queue, and whoever waits for
 * one in vain asks again.
 */
export function createLetters({ mail, emit, waitsMs = [5000, 30_000, 120_000] }: Needs): Letters {
  return {
    canSend: mail.canSend,
    post: (reason, to, url) => {
      if (mail.canSend) void post(reason, to, url);
    },
  };

  async function post(reason: LetterReason, to: string, url: string): Promise<void> {
    const id = randomId("letter");
    const letter = letterOf(reason, url);
    for (const waitMs of [...waitsMs, undefined]) {
      const outcome = await mail.send(letter, to, id);
      if (outcome.kind === "sent" || outcome.kind === "unconfirmed") return;
      const isOver = outcome.kind === "refused" || waitMs === undefined;
      emit({
        kind: "account-letters-failed",
        level: isOver ? "error" : "warn",
        labels: { reason: reason.kind, over: `${isOver}` },
        message: "a letter about an account was not taken by the mail server",
        facts: { because: outcome.because },
      });
      if (isOver) return;
      await sleep(waitMs, undefined, { ref: false });
    }
  }
}
