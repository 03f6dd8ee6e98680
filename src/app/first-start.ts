import type { UserStore } from "../accounts/ports/accounts.ts";
import { createPasswords } from "../accounts/sign-in/passwords.ts";
import { hintOf, newSecret, sha256Of } from "../accounts/sign-in/secret.ts";
import type { MonitorTemplate } from "../monitors/default-monitors.ts";
import type { Monitor } from "../monitors/monitor.ts";
import { digest } from "../platform/crypto/digest.ts";
import { randomId } from "../platform/crypto/random-id.ts";
import { asMonitorId, firstAccount, globalProject, type ProjectId } from "../platform/ids.ts";
import type { ProjectStore, TokenStore } from "./ports/records.ts";

interface Needs {
  readonly projects: ProjectStore;
  readonly tokens: TokenStore;
  readonly users: UserStore;
  readonly defaultMonitors: readonly MonitorTemplate[];
  readonly init: { readonly token?: string; readonly email?: string; readonly password?: string };
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Makes what must exist: the account, its project Global with the default monitors, a token with all scopes, the first
 * user. Safe to run at every start. Resolves with the token when one was made; it is never to be seen again.
 */
export async function firstStart({ projects, tokens, users, defaultMonitors, init, now }: Needs) {
  const createdAt = now();
  const global = { id: globalProject, accountId: firstAccount, name: "Global", createdAt };
  const first = await projects.add(global, monitorsOf(globalProject, defaultMonitors, createdAt));
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

/** The default monitors of a new project, with ids that follow from project and template. */
export function monitorsOf(
  projectId: ProjectId,
  templates: readonly MonitorTemplate[],
  createdAt: number,
): readonly Monitor[] {
  return templates.map(({ key, ...template }) => ({
    ...template,
    id: asMonitorId(digest("monitor", projectId, key)),
    projectId,
    enabled: true,
    revision: 1,
    createdAt,
    updatedAt: createdAt,
  }));
}
