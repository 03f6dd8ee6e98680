import type { SealedBox } from "../../platform/crypto/sealed-box.ts";
import type { AccountId, ProjectId } from "../../platform/ids.ts";
import { refusal } from "../../server/service.ts";
import type { AccountEmails } from "../emails/account-emails.ts";
import type { RecipientStore } from "../ports/accounts.ts";
import type { MailLimits } from "./mail-limits.ts";
import {
  confirmationLifeMs,
  type KnownRecipient,
  mayReceive,
  type RecipientState,
  recipientId,
  recipientStateOf,
  unsubscribedMs,
} from "./recipient.ts";
import { createRecipientLinks, type RecipientLink } from "./recipient-links.ts";

interface RecipientsDependencies {
  readonly recipients: RecipientStore;
  readonly limits: MailLimits;
  readonly accountEmails: AccountEmails;
  readonly box: Pick<SealedBox, "seal" | "open">;
  /** Addresses and domains (`@example.org`) in lower case that need no confirmation. */
  readonly trusted: readonly string[];
  readonly baseUrl: () => string;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export interface RecipientRequest {
  readonly accountId: AccountId;
  readonly addresses: readonly string[];
  /** The person who wants to email these addresses, as the email names them. */
  readonly requestedBy: string;
  /** What the emails would be about: a project, or the account. */
  readonly about: string;
}

export type Recipients = ReturnType<typeof createRecipients>;

/** Decides which addresses Gaffe may email, and emails the others once to confirm (double opt-in). */
export function createRecipients(dependencies: RecipientsDependencies) {
  const { recipients: store, limits, accountEmails, trusted, baseUrl, now } = dependencies;
  const links = createRecipientLinks(dependencies.box);
  return { statesOf, request, requestAgain, unsubscribeUrl, read: (token: string) => links.read(token), answer };

  /** Returns the state of each address, by the address as given. With a project, a member must reach it. */
  async function statesOf(
    accountId: AccountId,
    addresses: readonly string[],
    project?: ProjectId,
  ): Promise<ReadonlyMap<string, RecipientState>> {
    const known = await store.find(accountId, addresses, project);
    return new Map(addresses.map((address) => [address, stateOf(address, known)]));
  }

  function stateOf(address: string, known: ReadonlyMap<string, KnownRecipient>): RecipientState {
    return recipientStateOf(address, known.get(address.toLowerCase()) ?? {}, { trusted, at: now() });
  }

  /** Emails those addresses that got no confirmation email yet. Throws above the limits, before anything is stored or sent. */
  async function request({ addresses, ...about }: RecipientRequest): Promise<void> {
    if (!accountEmails.canSend) return;
    const states = await statesOf(about.accountId, addresses);
    await send({ ...about, addresses: addresses.filter((address) => states.get(address) === "unconfirmed") });
  }

  /** Emails one address again, because a person wants that. */
  async function requestAgain({ address, ...about }: Omit<RecipientRequest, "addresses"> & { address: string }) {
    if (!accountEmails.canSend) throw refusal("unavailable", "no mail server is set (SMTP_URL)");
    const known = await store.find(about.accountId, [address]);
    const state = stateOf(address, known);
    if (mayReceive(state)) throw refusal("conflict", `${address} needs no confirmation`, "recipient");
    const { decidedAt = 0 } = known.get(address.toLowerCase())?.recipient ?? {};
    if (state === "unsubscribed" && decidedAt + unsubscribedMs > now()) {
      const from = new Date(decidedAt + unsubscribedMs).toISOString().slice(0, 10);
      throw refusal("conflict", `${address} declined emails of this account; you can ask again from ${from}`);
    }
    await send({ ...about, addresses: [address] });
  }

  async function send({ accountId, addresses, requestedBy, about }: RecipientRequest): Promise<void> {
    const wanted = [...new Set(addresses.map((address) => address.toLowerCase()))];
    if (wanted.length === 0) return;
    await limits.pass("request", accountId, wanted);
    const requestedAt = now();
    const expiresAt = requestedAt + confirmationLifeMs;
    await store.request(
      wanted.map((address) => {
        const id = recipientId(accountId, address);
        return { id, accountId, address, answer: "waiting", requestedAt, expiresAt };
      }),
    );
    for (const address of wanted) {
      const token = links.tokenOf({ kind: "confirm", accountId, address, requestedAt });
      const declineUrl = unsubscribeUrl(accountId, address);
      const reason = { kind: "confirmation", requestedBy, about, declineUrl } as const;
      accountEmails.post(reason, address, `${baseUrl()}/confirm-email?t=${token}`);
    }
  }

  function unsubscribeUrl(accountId: AccountId, address: string): string {
    const token = links.tokenOf({ kind: "unsubscribe", accountId, address: address.toLowerCase(), requestedAt: 0 });
    return `${baseUrl()}/stop-email?t=${token}`;
  }

  /** Stores the answer of the owner. Returns false for a link that has expired, or that a newer email replaced. */
  async function answer({ kind, accountId, address, requestedAt }: RecipientLink): Promise<boolean> {
    const at = now();
    if (kind === "unsubscribe") return store.unsubscribe(accountId, address, at).then(() => true);
    return store.confirm(accountId, address, { requestedAt, at });
  }
}
