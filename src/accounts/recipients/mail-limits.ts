import { Failure } from "../../platform/failure.ts";
import type { AccountId } from "../../platform/ids.ts";
import type { AttemptStore } from "../ports/accounts.ts";

const hourMs = 3_600_000;

/**
 * Limits on emails that a person of an account causes to addresses of their choice, across all replicas. `recipient`
 * holds for all accounts together, so that an attacker with many accounts cannot flood one inbox.
 */
export const mailLimits = {
  /** Confirmation emails and invitations. */
  request: { recipient: 5, account: 100, windowMs: 24 * hourMs },
  test: { recipient: 20, account: 100, windowMs: hourMs },
} as const;

export interface MailLimits {
  /** Counts one email to each address. Throws Failure("caller") with problem `too-many-requests` above a limit. */
  pass(kind: keyof typeof mailLimits, accountId: AccountId, addresses: readonly string[]): Promise<void>;
}

export function createMailLimits({ attempts, now }: { attempts: AttemptStore; now: () => number }): MailLimits {
  return {
    async pass(kind, accountId, addresses) {
      const { recipient, account, windowMs } = mailLimits[kind];
      const at = now();
      for (const address of addresses) {
        const byAccount = await attempts.count(`${kind} emails of ${accountId}`, at, windowMs);
        if (byAccount.count > account) {
          throw tooMany(`this account sent ${account} ${names[kind]} within ${periodOf(windowMs)}`, byAccount, at);
        }
        const byAddress = await attempts.count(`${kind} emails to ${address.toLowerCase()}`, at, windowMs);
        if (byAddress.count > recipient) {
          throw tooMany(`${address} got ${recipient} ${names[kind]} within ${periodOf(windowMs)}`, byAddress, at);
        }
      }
    },
  };
}

const names = { request: "confirmation emails and invitations", test: "test messages" } as const;

const periodOf = (ms: number) => (ms === hourMs ? "an hour" : `${ms / hourMs} hours`);

function tooMany(what: string, { endsAt }: { readonly endsAt: number }, at: number): Failure {
  const seconds = Math.max(1, Math.ceil((endsAt - at) / 1000));
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes > 120 ? `${Math.ceil(minutes / 60)} hours` : `${minutes} minutes`;
  return new Failure("caller", `${what}, which is the limit: try again in ${wait}`, {
    problem: "too-many-requests",
    retryAfterSeconds: seconds,
  });
}
