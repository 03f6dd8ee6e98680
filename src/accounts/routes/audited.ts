import { Failure, messageOf } from "../../platform/failure.ts";
import type { Principal } from "../../server/access.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import type { Reply, Route } from "../../server/routes/route.ts";
import type { Visitor } from "../../server/visitor.ts";
import type { AuditIntent } from "../audit.ts";

interface Write {
  readonly route: Pick<Route, "method" | "path" | "summary" | "scope" | "audit">;
  readonly principal: Principal;
  readonly visitor: Visitor;
  readonly params: unknown;
  readonly body: unknown;
}

/**
 * Runs a write with its entry in the audit log: what is intended is written before it is done, so there is no change
 * without an entry, and what was refused leaves none. Reads, and what only sends data, are not told.
 */
export function createAudited({ audit, telemetry, now }: Pick<ApiNeeds, "audit" | "telemetry" | "now">) {
  return async (write: Write, handle: () => Promise<Reply>): Promise<Reply> => {
    if (!isTold(write.route)) return handle();
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

  /** What is not ended here is told as unknown later: the change itself was made, and its maker hears so. */
  async function end(id: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (thrown) {
      const message = "the outcome of a change is not in the audit log yet";
      telemetry.emit({ kind: "audit-not-ended", level: "error", message, facts: { id, error: messageOf(thrown) } });
    }
  }
}

export const isTold = ({ method, scope, audit }: Write["route"]): boolean =>
  method !== "GET" && (scope === "write" || scope === "admin") && audit !== false;

function intentOf({ route, principal, visitor, params, body }: Write, at: number): AuditIntent {
  const { accountId, projectId, actor } = principal;
  const target = textsOf(params);
  const fields = fieldsOf(body);
  return {
    accountId,
    projectId,
    at,
    actor,
    from: visitor.address,
    requestId: visitor.requestId,
    action: `${route.method} ${route.path}`,
    what: route.summary,
    ...(target === undefined ? {} : { target }),
    ...(fields === undefined ? {} : { fields }),
  };
}

/** Fields whose values say what was changed and are neither content nor a secret. Of all others the name is told. */
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
  "retentionDays",
  "role",
  "scopes",
  "severity",
  "state",
]);

function fieldsOf(body: unknown): AuditIntent["fields"] {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return undefined;
  const told = Object.entries(body).map(([name, value]) => [name, shown.has(name) ? shortOf(value) : "…"]);
  return told.length > 0 ? (Object.fromEntries(told) as Readonly<Record<string, unknown>>) : undefined;
}

/** Of what is long the beginning is no use: how many there are, or nothing. */
function shortOf(value: unknown): unknown {
  const isPlain = value === null || typeof value !== "object" || Array.isArray(value);
  if (isPlain && (JSON.stringify(value) ?? "").length <= 300) return value;
  return Array.isArray(value) ? `${value.length} …` : "…";
}

/** The id of what was made, as the answer names it. */
function madeIn({ body }: Reply): Readonly<Record<string, string>> {
  const made = textsOf(body)?.["id"];
  return made === undefined ? {} : { id: made };
}

function textsOf(value: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const texts = Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return texts.length > 0 ? Object.fromEntries(texts) : undefined;
}
