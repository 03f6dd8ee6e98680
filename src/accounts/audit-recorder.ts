import type { Visitor } from "../server/index.ts";
import type { User } from "./account.ts";
import type { AuditLog } from "./ports/accounts.ts";

type RecordAuditEntry = (
  user: Pick<User, "accountId" | "email">,
  action: string,
  what: string,
  visitor: Visitor,
) => Promise<void>;

export type { RecordAuditEntry as Note };

/** Records actions of the authentication service in the audit log; API routes record their own changes. */
export function createAuditRecorder({
  audit,
  now,
}: {
  audit: Pick<AuditLog, "begin" | "end">;
  now: () => number;
}): RecordAuditEntry {
  return async ({ accountId, email }, action, what, { address, requestId }) => {
    const intent = { accountId, at: now(), actor: `user:${email}`, from: address, requestId, action, what };
    await audit.end(await audit.begin(intent), "done");
  };
}
