import { z } from "zod";
import { defineRoute, isoTime, ok, PageQuery, pageOf } from "../../server/service.ts";
import type { AuditEntry as DomainEntry } from "../audit.ts";
import { AuditCheck, AuditEntry } from "../contract/account.ts";
import type { AuditLog } from "../ports/accounts.ts";

interface AuditRoutesDependencies {
  readonly audit: AuditLog;
}

export function auditRoutes({ audit }: AuditRoutesDependencies) {
  return [
    defineRoute({
      method: "GET",
      path: "/audit-log",
      scope: "admin",
      ofAccount: true,
      tag: "access",
      summary: "List what people and tokens changed in the account, newest first",
      query: {
        ...PageQuery,
        actor: z.string().max(300).optional().describe("Exactly this one, as the log names it"),
        action: z.string().max(200).optional().describe("Exactly this one, as the log names it"),
      },
      answers: { 200: pageOf(AuditEntry) },
      async handle({ principal, query: { limit, cursor, actor, action } }) {
        const filter = { ...(actor === undefined ? {} : { actor }), ...(action === undefined ? {} : { action }) };
        const page = cursor === undefined ? { limit } : { limit, cursor };
        const { items, nextCursor } = await audit.list(principal.accountId, filter, page);
        return ok({ items: items.map(entryJson), nextCursor });
      },
    }),

    defineRoute({
      method: "GET",
      path: "/audit-log/check",
      scope: "admin",
      ofAccount: true,
      tag: "access",
      summary: "Verify the whole audit log and report whether any entry was changed or removed",
      answers: { 200: AuditCheck },
      handle: async ({ principal }) => ok(await audit.verify(principal.accountId)),
    }),
  ];
}

function entryJson(entry: DomainEntry) {
  const { number, at, actor, tokenId, from, requestId, action, what, outcome, projectId, target, fields, hash } = entry;
  const facts = { number, at: isoTime(at), actor, tokenId, from, requestId, action, what, outcome };
  return { ...facts, projectId, target, fields, hash };
}
