import { randomId } from "../../platform/crypto/random-id.ts";
import { linkLifeMs } from "../account.ts";
import type { MailedLinkStore } from "../ports/accounts.ts";
import { keyShape, newKey, sha256Of } from "./secret.ts";

interface FirstAccountKeyDependencies {
  readonly links: Pick<MailedLinkStore, "add" | "find" | "take">;
  readonly baseUrl: () => string;
  readonly now: () => number;
}

export type FirstAccountKey = ReturnType<typeof createFirstAccountKey>;

/**
 * Manages the keys with which the first account is made: each process prints one in its terminal, which proves that the
 * person operates the service. They are in the records, so any replica accepts the link of another.
 */
export function createFirstAccountKey({ links, baseUrl, now }: FirstAccountKeyDependencies) {
  return {
    /** Creates the link of a process; its earlier link ends. The key is in the fragment, which servers never receive. */
    async makeLink(processName: string) {
      const secret = newKey();
      const createdAt = now();
      const expiresAt = createdAt + linkLifeMs.first_account;
      const purpose = { kind: "first_account" } as const;
      await links.add({ id: randomId("link"), email: processName, createdAt, expiresAt, purpose }, sha256Of(secret));
      return { url: `${baseUrl()}/sign-up#${secret}`, end: () => take(secret) };
    },

    async isValid(secret: string): Promise<boolean> {
      if (!keyShape.test(secret)) return false;
      return (await links.find(sha256Of(secret), now()))?.purpose.kind === "first_account";
    },

    take,
  };

  async function take(secret: string): Promise<void> {
    await links.take(sha256Of(secret), now());
  }
}
