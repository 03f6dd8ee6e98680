import type { ExpressionBuilder, Kysely, Transaction } from "kysely";
import { digest } from "../../platform/crypto/digest.ts";
import { asIssueId, asProjectId, type IssueId, type ProjectId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import { cursorOf, inPieces, lockProject, readCursor } from "../../storage/service.ts";
import type { Issue } from "../issue.ts";
import { type IssueActivity, type IssueChange, issueChangeKinds } from "../issue-change.ts";
import type { IssueFilter, IssueSort, IssueStore, IssueWatch } from "../ports/issues.ts";
import { issueClaim } from "./issue-query.ts";
import { issueOf, rowOfIssue } from "./issue-row.ts";

/** Plans the notifications of these changes, inside the transaction that makes them. */
export type NotifyOfIssues = (
  step: Transaction<Tables>,
  project: ProjectId,
  changes: readonly IssueChange[],
) => Promise<void>;

export function createIssueStore(db: Kysely<Tables>, notify: NotifyOfIssues): IssueStore {
  return {
    async list(project, { sort = "last_seen", ...filter }, { limit, cursor }) {
      const order = sortColumns[sort];
      let query = db
        .selectFrom("issues")
        .selectAll()
        .where("project_id", "=", project)
        .where((column) => column.and(conditions(column, filter)));
      if (cursor !== undefined) {
        const [value, id] = readCursor(cursor);
        query = query.where((column) =>
          column.or([column(order, "<", value), column.and([column(order, "=", value), column("id", "<", id)])]),
        );
      }
      const rows = await query
        .orderBy(order, "desc")
        .orderBy("id", "desc")
        .limit(limit + 1)
        .execute();
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const items = page.map(issueOf);
      return rows.length > limit && last ? { items, nextCursor: cursorOf(last[order], last.id) } : { items };
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
        await notify(
          step,
          project,
          changes.filter(({ kind }) => kind !== "seen"),
        );
        return changes;
      }),

    async merged(project, ids) {
      const rows = ids.length === 0 ? [] : await mergedRows(db, project, ids);
      return Map.groupBy(rows.map(issueOf), ({ mergedInto }) => mergedInto as IssueId);
    },

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

/** Loads the requested issues, those merged into them, and their merge targets. */
async function load(step: Transaction<Tables>, project: ProjectId, ids: readonly IssueId[]) {
  const known = new Map<IssueId, Issue>();
  await add(ids, byId);
  await add([...known.keys()], mergedRows);
  const heads = [...known.values()].flatMap(({ mergedInto }) => mergedInto ?? []);
  await add(
    [...new Set(heads)].filter((id) => !known.has(id)),
    byId,
  );
  return known;

  async function add(wanted: readonly IssueId[], read: typeof byId): Promise<void> {
    for (const some of inPieces(wanted)) {
      for (const row of await read(step, project, some)) known.set(asIssueId(row.id), issueOf(row));
    }
  }
}

const byId = (db: Kysely<Tables>, project: ProjectId, ids: readonly IssueId[]) =>
  db.selectFrom("issues").selectAll().where("project_id", "=", project).where("id", "in", ids).execute();

const mergedRows = (db: Kysely<Tables>, project: ProjectId, ids: readonly IssueId[]) =>
  db
    .selectFrom("issues")
    .selectAll()
    .where("project_id", "=", project)
    .where("merged_into", "in", ids)
    .orderBy("number")
    .execute();

const sortColumns = {
  last_seen: "last_seen_at",
  first_seen: "first_seen_at",
  number: "number",
} as const satisfies Record<IssueSort, keyof Tables["issues"]>;

/** Reads issues of all projects for the issue scheduler. */
export function createIssueWatch(db: Kysely<Tables>): IssueWatch {
  return {
    async waking(now) {
      const rows = await db
        .selectFrom("issues")
        .select(["id", "project_id"])
        .where("state", "=", "ignored")
        .where("wakes_at", "<=", now)
        .execute();
      return rows.map(({ id, project_id }) => ({ id: asIssueId(id), projectId: asProjectId(project_id) }));
    },

    async awaiting(project, set) {
      const rows = await db
        .selectFrom("issues")
        .select("id")
        .where("project_id", "=", project)
        .where("awaited_set", "=", set)
        .where("merged_into", "is", null)
        .execute();
      return rows.map(({ id }) => asIssueId(id));
    },

    async recentlyActive(since) {
      const rows = await db
        .selectFrom("issues")
        .selectAll()
        .where("merged_into", "is", null)
        .where((column) =>
          column.or([
            column.and([column("state", "in", ["open", "acknowledged"]), column("last_seen_at", ">=", since)]),
            column("spiking_since", "is not", null),
          ]),
        )
        .orderBy("last_seen_at", "desc")
        .limit(2000)
        .execute();
      return rows.map(issueOf);
    },
  };
}

async function write(step: Transaction<Tables>, change: IssueChange, before: Issue | undefined): Promise<void> {
  const { kind, issue, actor, at, note } = change;
  const row = rowOfIssue(issue);
  if (before) await step.updateTable("issues").set(row).where("id", "=", issue.id).execute();
  else await step.insertInto("issues").values(row).execute();
  if (kind === "seen") return;
  const id = digest("activity", issue.id, kind, actor, `${at}`, note ?? "");
  await step
    .insertInto("issue_activity")
    .values({ id, issue_id: issue.id, kind, actor, note: note ?? null, at: Math.round(at) })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

function conditions(column: ExpressionBuilder<Tables, "issues">, { states, kinds, query, me = "" }: IssueFilter) {
  return [
    // A merged issue can be read by number and is listed as its target.
    column("merged_into", "is", null),
    ...(states ? [column("state", "in", states)] : []),
    ...(kinds ? [column("kind", "in", kinds)] : []),
    ...(query ? [issueClaim(query, me)] : []),
  ];
}
