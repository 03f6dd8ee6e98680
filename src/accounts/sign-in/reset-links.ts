import { randomId } from "../../platform/crypto/random-id.ts";
import { linkLifeMs, type User } from "../account.ts";
import type { MailedLinkStore } from "../ports/accounts.ts";
import { newKey, sha256Of } from "./secret.ts";

interface ResetLinkDependencies {
  readonly links: Pick<MailedLinkStore, "add">;
  readonly baseUrl: () => string;
  readonly now: () => number;
}

/**
 * Creates password reset links; an earlier link of the same user expires. The secret is in the URL fragment,
 * which browsers do not send to servers.
 */
export function createResetLinks({ links, baseUrl, now }: ResetLinkDependencies) {
  return async ({ id: userId, email }: Pick<User, "id" | "email">) => {
    const secret = newKey();
    const createdAt = now();
    const expiresAt = createdAt + linkLifeMs.reset;
    const link = { id: randomId("link"), email, createdAt, expiresAt, purpose: { kind: "reset", userId } as const };
    await links.add(link, sha256Of(secret));
    return { url: `${baseUrl()}/reset#${secret}`, expiresAt };
  };
}
