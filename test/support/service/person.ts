import { newKey, sha256Of } from "../../../src/accounts/sign-in/secret.ts";
import { firstAccount } from "../../../src/platform/ids.ts";
import type { Role } from "../../../src/server/access.ts";
import type { TestRecords } from "../engines/open-records.ts";

/** Adds a person of the first account with a session, and returns how to send as them to `startApi`. */
export async function addPerson(
  { users, sessions }: Pick<TestRecords, "users" | "sessions">,
  { id, role, at }: { readonly id: string; readonly role: Role; readonly at: number },
) {
  const person = { id, accountId: firstAccount, email: `${id}@example.org`, role, createdAt: at };
  await users.add({ ...person, passwordHash: "h" });
  const secret = newKey();
  const session = { id: `session ${id}`, userId: id, createdAt: at, lastSeenAt: at, address: "127.0.0.1", agent: "" };
  await sessions.add(session, sha256Of(secret));
  const headers = { cookie: `gaffe_session=${secret}`, origin: "http://gaffe.example" };
  return {
    id,
    /** Options of a request in a project. */
    in: (project: string, body?: unknown) => ({ token: "", body, headers: { ...headers, "x-gaffe-project": project } }),
    headers,
  };
}
