import { randomId } from "../../platform/crypto/random-id.ts";
import { linkLifeMs, type User } from "../account.ts";
import type { MailedLinkStore } from "../ports/accounts.ts";
import { newKey, sha256Of } from "./secret.ts";

interface Needs {
  readonly links: Pick<MailedLinkStore, "add">;
  readonly baseUrl: () => string;
  readonly now: () => number;
}

/** Makes links to set a new password; an earlier one of the same person ends. The secret is in the part of the address that browsers send to nobody. */
export function createResetLinks({ links, baseUrl, now }: Needs) {
  return async ({ id: userId, email }: Pick<User, "id" | "email">) => {
    const secret = newKey();
    const createdAt = now();
    const expiresAt = createdAt + linkLifeMs.reset;
    const link = { id: randomId("link"), email, createdAt, expiresAt, purpose: { kind: "reset", userId } as const };
    await links.add(link, sha256Of(secret));
    return { url: `${baseUrl()}/reset#${secret}`, expiresAt };
  };
}
