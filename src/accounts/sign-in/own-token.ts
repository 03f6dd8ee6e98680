import { randomId } from "../../platform/crypto/random-id.ts";
import { scopesOfRole } from "../../server/service.ts";
import type { User } from "../account.ts";
import type { ProjectStore, TokenStore } from "../ports/projects.ts";
import { hintOf, newSecret, sha256Of } from "./secret.ts";

interface OwnTokenDependencies {
  readonly projects: Pick<ProjectStore, "list">;
  readonly tokens: Pick<TokenStore, "add">;
  readonly now: () => number;
}

/** `endsWith`: id of the person whose personal token it is. */
export interface TokenLife {
  readonly endsWith?: string;
}

/**
 * A role that may send data gets a token for it; the token cannot grant access. The token of somebody who was invited
 * ends with them; that of a new account's founder stays, because its applications use it.
 */
export function createOwnToken({ projects, tokens, now }: OwnTokenDependencies) {
  return async ({ accountId, email, role }: User, { endsWith }: TokenLife): Promise<string | undefined> => {
    if (role === "viewer") return undefined;
    const project = (await projects.list(accountId)).find(({ archivedAt }) => archivedAt === undefined);
    if (!project) return undefined;
    const secret = newSecret();
    const scopes = scopesOfRole.member;
    const made = { id: randomId("token"), accountId, scopes, createdAt: now(), madeBy: `user:${email}` };
    const token = { ...made, projectId: project.id, name: email, hint: hintOf(secret) };
    await tokens.add(endsWith === undefined ? token : { ...token, userId: endsWith }, sha256Of(secret));
    return secret;
  };
}
