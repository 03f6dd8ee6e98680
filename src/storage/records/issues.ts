import { type ExpressionBuilder, type Kysely, sql, type Transaction } from "kysely";
import { asIssueId, type IssueId, type ProjectId } from "../../domain/ids.ts";
import type { Issue } from "../../domain/issue.ts";
import { type IssueActivity, type IssueChange, issueChangeKinds } from "../../domain/issue-change.ts";
import { digest } from "../../lib/digest.ts";
import { Failure } from "../../lib/failure.ts";
import type { IssueFilter, IssueStore } from "../../ports/records.ts";
import { cursorOf, readCursor } from "./cursor.ts";
import { issueOf, rowOfIssue } from "./issue-row.ts";
import { addNotices } from "./notices.ts";
import type { Schema } from "./schema.ts";

export function createIssueStore(db: Kysely<Schema>): IssueStore {
  return {
    async list(project, filter, { limit, cursor }) {
      let query = db
        .selectFrom("issues")
        .selectAll()
        .where("project_id", "=", project)
        .where((column) => column.and(conditions(column, filter)));
      if (cursor !== undefined) {
        const [at, id] = readCursor(cursor);
        query = query.where((column) =>
          column.or([
            column("last_seen_at", "<", at),
            column.and([column("last_seen_at", "=", at), column("id", "<", id)]),
          ]),
        );
      }
      const rows = await query
        .orderBy("last_seen_at", "desc")
        .orderBy("id", "desc")
        .limit(limit + 1)
        .execute();
      const items = rows.slice(0, limit).map(issueOf);
      const last = items.at(-1);
      return rows.length > limit && last ? { items, nextCursor: cursorOf(last.lastSeenAt, last.id) } : { items };
    },

    async get(project, key) {
      const row = await db
        .selectFrom("issues")
        .selectAll()
        .where("project_id", "=", project)
        .where(typeof key === "number" ? "number" : "id", "=", key)
        .executeTakeFirst();
      return row && issueOf(row);
    },

    change: (project, ids, decide) =>
      db.transaction().execute(async (step) => {
        const nextNumber = await lockProject(step, project);
        const known = await load(step, project, ids);
        const changes = decide(known, nextNumber);
        for (const change of changes) await write(step, change, known.get(change.issue.id));
        const numbered = changes.filter(({ issue }) => issue.number >= nextNumber).map(({ issue }) => issue.number);
        if (numbered.length > 0) {
          await step
            .updateTable("projects")
            .set({ next_issue_number: Math.max(...numbered) + 1 })
            .where("id", "=", project)
            .execute();
        }
        await addNotices(
          step,
          project,
          changes.filter(({ kind }) => kind !== "seen"),
        );
        return changes;
      }),

    async activity(project, id) {
      const rows = await db
        .selectFrom("issue_activity")
        .innerJoin("issues", "issues.id", "issue_activity.issue_id")
        .select(["issue_activity.kind", "actor", "note", "at"])
        .where("issues.project_id", "=", project)
        .where("issue_id", "=", id)
        .orderBy("at")
        .orderBy("issue_activity.id")
        .limit(500)
        .execute();
      return rows.flatMap(({ kind: name, actor, note, at }): IssueActivity[] => {
        const kind = issueChangeKinds.find((known) => known === name);
        return kind ? [{ kind, actor, at, ...(note === null ? {} : { note }) }] : [];
      });
    },
  };
}

/** Writing to the project's row first makes changes of one project wait for each other, in both dialects. */
async function lockProject(step: Transaction<Schema>, project: ProjectId): Promise<number> {
  const row = await step
    .updateTable("projects")
    .set({ next_issue_number: sql<number>`next_issue_number` })
    .where("id", "=", project)
    .returning("next_issue_number")
    .executeTakeFirst();
  if (!row) throw new Failure("defect", "issues of a project that does not exist", { project });
  return row.next_issue_number;
}

async function load(step: Transaction<Schema>, project: ProjectId, ids: readonly IssueId[]) {
  const known = new Map<IssueId, Issue>();
  const atOnce = 500;
  for (let from = 0; from < ids.length; from += atOnce) {
    const rows = await step
      .selectFrom("issues")
      .selectAll()
      .where("project_id", "=", project)
      .where("id", "in", ids.slice(from, from + atOnce))
      .execute();
    for (const row of rows) known.set(asIssueId(row.id), issueOf(row));
  }
  return known;
}

async function write(step: Transaction<Schema>, change: IssueChange, before: Issue | undefined): Promise<void> {
  const { kind, issue, actor, at, note } = change;
  const row = rowOfIssue(issue);
  if (before) await step.updateTable("issues").set(row).where("id", "=", issue.id).execute();
  else await step.insertInto("issues").values(row).execute();
  if (kind === "seen") return;
  const id = digest("activity", issue.id, kind, actor, `${at}`);
  await step
    .insertInto("issue_activity")
    .values({ id, issue_id: issue.id, kind, actor, note: note ?? null, at: Math.round(at) })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

function conditions(column: ExpressionBuilder<Schema, "issues">, filter: IssueFilter) {
  const { states, kinds, severities, monitorId, check, errorType, regressed, texts = [] } = filter;
  return [
    ...(states ? [column("state", "in", states)] : []),
    ...(kinds ? [column("kind", "in", kinds)] : []),
    ...(severities ? [column("severity", "in", severities)] : []),
    ...(monitorId === undefined ? [] : [column("monitor_id", "=", monitorId)]),
    ...(check === undefined ? [] : [column("check_name", "=", check)]),
    ...(errorType === undefined ? [] : [column("error_type", "=", errorType)]),
    ...(regressed === undefined ? [] : [column("regressed", "=", regressed ? 1 : 0)]),
    ...texts.map((text) => {
      const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
      return sql<boolean>`(lower(title) like ${pattern} escape '\\' or lower(explanation) like ${pattern} escape '\\')`;
    }),
  ];
}
