import { digest } from "../../platform/crypto/digest.ts";
import type { AccountId } from "../../platform/ids.ts";

/** What the owner of an address answered to an account that wants to email them. */
export const recipientAnswers = ["waiting", "confirmed", "unsubscribed"] as const;
export type RecipientAnswer = (typeof recipientAnswers)[number];

/** An address outside the account, or of a member who has not proven it. Times are Unix milliseconds. */
export interface Recipient {
  /** Derived from account and address. */
  readonly id: string;
  readonly accountId: AccountId;
  /** In lower case. */
  readonly address: string;
  readonly answer: RecipientAnswer;
  /** When the newest confirmation email was requested; its link names this time, so that older links end. */
  readonly requestedAt: number;
  readonly expiresAt: number;
  readonly decidedAt?: number;
}

/** Whether Gaffe may email an address for an account. */
export const recipientStates = [
  "member",
  "no_access",
  "trusted",
  "confirmed",
  "waiting",
  "expired",
  "unsubscribed",
  "unconfirmed",
] as const;
export type RecipientState = (typeof recipientStates)[number];

/** What is stored about an address. */
export interface KnownRecipient {
  /** A person of the account has this address; `isProven` says that they received an email there. */
  readonly member?: { readonly isProven: boolean; readonly isOutsideProject?: true };
  readonly recipient?: Recipient;
}

const dayMs = 86_400_000;

/** A link in a confirmation email is valid for a week. */
export const confirmationLifeMs = 7 * dayMs;

/** An unsubscribed address gets no confirmation email again for this long. */
export const unsubscribedMs = 30 * dayMs;

export const recipientId = (accountId: AccountId, address: string): string =>
  digest("recipient", accountId, address.toLowerCase());

/** `trusted`: addresses and domains (`@example.org`) in lower case, which the operator of the service vouches for. */
export function recipientStateOf(
  address: string,
  { member, recipient }: KnownRecipient,
  { trusted, at }: { readonly trusted: readonly string[]; readonly at: number },
): RecipientState {
  if (member?.isOutsideProject) return "no_access";
  if (member?.isProven) return "member";
  const answer = recipient?.answer;
  if (answer === "unsubscribed") return "unsubscribed";
  if (answer === "confirmed") return member ? "member" : "confirmed";
  if (isTrusted(address, trusted)) return member ? "member" : "trusted";
  if (!recipient) return "unconfirmed";
  return recipient.expiresAt > at ? "waiting" : "expired";
}

function isTrusted(address: string, trusted: readonly string[]): boolean {
  const known = address.toLowerCase();
  return trusted.includes(known) || trusted.includes(known.slice(known.lastIndexOf("@")));
}

export const mayReceive = (state: RecipientState): boolean =>
  state === "member" || state === "trusted" || state === "confirmed";
