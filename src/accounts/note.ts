import type { Visitor } from "../server/visitor.ts";
import type { User } from "./account.ts";
import type { AuditLog } from "./ports/accounts.ts";

type Note = (user: Pick<User, "accountId" | "email">, action: string, what: string, visitor: Visitor) => Promise<void>;

export type { Note };

/** Tells the audit log what happened at the door; what the API's routes change is told by the API. */
export function createNote({ audit, now }: { audit: Pick<AuditLog, "begin" | "end">; now: () => number }): Note {
  return async ({ accountId, email }, action, what, { address, requestId }) => {
    const intent = { accountId, at: now(), actor: `user:${email}`, from: address, requestId, action, what };
    await audit.end(await audit.begin(intent), "done");
  };
}
