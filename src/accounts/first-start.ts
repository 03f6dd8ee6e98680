import { randomId } from "../platform/crypto/random-id.ts";
import { firstAccount, globalProject } from "../platform/ids.ts";
import type { UserStore } from "./ports/accounts.ts";
import type { ProjectStore, TokenStore } from "./ports/projects.ts";
import { createPasswords } from "./sign-in/passwords.ts";
import { hintOf, newSecret, sha256Of } from "./sign-in/secret.ts";

interface FirstStartDependencies {
  readonly projects: ProjectStore;
  readonly tokens: TokenStore;
  readonly users: UserStore;
  readonly init: { readonly token?: string; readonly email?: string; readonly password?: string };
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Creates the account, its project Global with the default monitors, a token with all scopes, and the first
 * user. Safe to run at every start. Returns the token if one was created; it cannot be read again.
 */
export async function firstStart({ projects, tokens, users, init, now }: FirstStartDependencies) {
  const createdAt = now();
  const global = { id: globalProject, accountId: firstAccount, name: "Global", createdAt };
  const first = await projects.add(global);
  const made = init.token === undefined && first ? newSecret() : undefined;
  const secret = init.token ?? made;
  if (secret !== undefined) {
    const owner = { accountId: firstAccount, projectId: globalProject, scopes: ["admin"] as const, createdAt };
    const token = { id: randomId("token"), name: "first start", hint: hintOf(secret), ...owner };
    await tokens.add(token, sha256Of(secret));
  }
  const { email, password } = init;
  if (email !== undefined && password !== undefined && !(await users.any())) {
    const passwordHash = await createPasswords().hash(password);
    const role = "admin";
    await users.addFirst({ id: randomId("user"), accountId: firstAccount, email, role, passwordHash, createdAt });
  }
  return made === undefined ? {} : { token: made };
}
