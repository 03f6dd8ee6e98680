import { randomId } from "../platform/crypto/random-id.ts";
import { firstAccount, globalProject } from "../platform/ids.ts";
import type { Scope } from "../server/index.ts";
import type { UserStore } from "./ports/accounts.ts";
import type { ProjectStore, TokenStore } from "./ports/projects.ts";
import { createPasswords } from "./sign-in/passwords.ts";
import { hintOf, newSecret, sha256Of } from "./sign-in/secret.ts";

interface Init {
  readonly token?: string;
  readonly ingestToken?: string;
  readonly email?: string;
  readonly password?: string;
}

interface FirstStartDependencies {
  readonly projects: ProjectStore;
  readonly tokens: TokenStore;
  readonly users: UserStore;
  readonly init: Init;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Creates the account, its project Global with the default monitors, a token with all scopes, and the first
 * user; also a token that can only send, if one is given. Safe to run at every start. Returns the token if one was
 * created; it cannot be read again.
 */
export async function firstStart({ projects, tokens, users, init, now }: FirstStartDependencies) {
  const createdAt = now();
  const global = { id: globalProject, accountId: firstAccount, name: "Global", createdAt };
  const first = await projects.add(global);
  const made = init.token === undefined && first ? newSecret() : undefined;
  const secret = init.token ?? made;
  await addToken("first start", "admin", secret);
  await addToken("first start, ingest", "ingest", init.ingestToken);
  const { email, password } = init;
  if (email !== undefined && password !== undefined && !(await users.any())) {
    const passwordHash = await createPasswords().hash(password);
    const role = "admin";
    await users.addFirst({ id: randomId("user"), accountId: firstAccount, email, role, passwordHash, createdAt });
  }
  return made === undefined ? {} : { token: made };

  async function addToken(name: string, scope: Scope, given: string | undefined): Promise<void> {
    if (given === undefined) return;
    const owner = { accountId: firstAccount, projectId: globalProject, scopes: [scope], createdAt };
    await tokens.add({ id: randomId("token"), name, hint: hintOf(given), ...owner }, sha256Of(given));
  }
}
