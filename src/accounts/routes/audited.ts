import { Failure, messageOf } from "../../platform/failure.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { Reply, RunAudited, Write } from "../../server/index.ts";
import type { AuditIntent } from "../audit.ts";
import type { AuditLog } from "../ports/accounts.ts";

interface AuditedDependencies {
  readonly audit: AuditLog;
  readonly telemetry: Telemetry;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Runs a write with an audit entry. The intent is written before the change, so no change lacks an entry;
 * refused requests leave none. Reads and requests that only send data are not audited.
 */
export function createAudited({ audit, telemetry, now }: AuditedDependencies): RunAudited {
  return async (write: Write, handle: () => Promise<Reply>): Promise<Reply> => {
    if (!isAudited(write.route)) return handle();
    const id = await audit.begin(intentOf(write, now()));
    try {
      const reply = await handle();
      await end(id, () => audit.end(id, "done", madeIn(reply)));
      return reply;
    } catch (thrown) {
      const wasRefused = thrown instanceof Failure && thrown.blame === "caller";
      await end(id, () => audit.end(id, wasRefused ? undefined : "failed"));
      throw thrown;
    }
  };

  /**
   * An intent that cannot be ended here becomes `unknown` later: the change was made, and the client gets its
   * response.
   */
  async function end(id: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (thrown) {
      const message = "the outcome of a change is not in the audit log yet";
      telemetry.emit({ kind: "audit-not-ended", level: "error", message, facts: { id, error: messageOf(thrown) } });
    }
  }
}

export const isAudited = ({ method, scope, audit }: Write["route"]): boolean =>
  method !== "GET" && (scope === "write" || scope === "admin") && audit !== false;

function intentOf({ route, principal, visitor, params, body }: Write, at: number): AuditIntent {
  const { accountId, projectId, actor, by } = principal;
  const target = textsOf(params);
  const fields = fieldsOf(body);
  return {
    accountId,
    projectId,
    at,
    actor,
    ...(by.kind === "token" ? { tokenId: by.id } : {}),
    from: visitor.address,
    requestId: visitor.requestId,
    action: `${route.method} ${route.path}`,
    what: route.summary,
    ...(target === undefined ? {} : { target }),
    ...(fields === undefined ? {} : { fields }),
  };
}

/** Fields whose values are neither content nor secret. For all other fields only the name is recorded. */
const shown: ReadonlySet<string> = new Set([
  "all",
  "archived",
  "assignee",
  "check",
  "email",
  "enabled",
  "expiresAt",
  "ids",
  "issues",
  "kind",
  "language",
  "name",
  "priority",
  "projectId",
  "requireSecondFactor",
  "retentionDays",
  "role",
  "scopes",
  "severity",
  "state",
]);

function fieldsOf(body: unknown): AuditIntent["fields"] {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return undefined;
  const fields = Object.entries(body).map(([name, value]) => [name, shown.has(name) ? shortOf(value) : "…"]);
  return fields.length > 0 ? (Object.fromEntries(fields) as Readonly<Record<string, unknown>>) : undefined;
}

/** Long values are replaced by their length, or omitted. */
function shortOf(value: unknown): unknown {
  const isPlain = value === null || typeof value !== "object" || Array.isArray(value);
  if (isPlain && (JSON.stringify(value) ?? "").length <= 300) return value;
  return Array.isArray(value) ? `${value.length} …` : "…";
}

/** The id of the created object, as the response names it. */
function madeIn({ body }: Reply): Readonly<Record<string, string>> {
  const made = textsOf(body)?.["id"];
  return made === undefined ? {} : { id: made };
}

function textsOf(value: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const texts = Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return texts.length > 0 ? Object.fromEntries(texts) : undefined;
}
