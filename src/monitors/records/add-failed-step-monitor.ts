import { type Kysely, sql } from "kysely";
import { asProjectId } from "../../platform/ids.ts";
import { defaultMonitorId } from "../default-monitors.ts";

/** Keys of the default monitors that projects had before. */
const before = ["errors", "settings", "refusals", "tool-calls", "empty-or-truncated", "secrets"] as const;

/**
 * Adds the default monitor for failed steps to projects that were created before it, if their default monitors are as
 * Gaffe made them. Part of a migration: it runs once, so a monitor that somebody deletes does not come back.
 */
export async function addFailedStepMonitor(db: Kysely<never>): Promise<void> {
  const projects = await sql<{ id: string }>`select id from projects`.execute(db);
  const { rows } = await sql<{ id: string; created_at: number }>`
    select id, created_at from monitors where revision = 1`.execute(db);
  const unchanged = new Map(rows.map((row) => [row.id, row.created_at]));
  for (const { id } of projects.rows) {
    const idOf = (key: string) => defaultMonitorId(asProjectId(id), key);
    if (!before.every((key) => unchanged.has(idOf(key)))) continue;
    const at = unchanged.get(idOf("errors")) ?? 0;
    await sql`
      insert into monitors (id, project_id, name, description, enabled, condition, sample_rate, checks, notifications,
        revision, created_at, updated_at)
      values (${idOf("steps")}, ${id}, 'Failed tools and agents',
        'Tools, agents, retrievals and other steps of a trace that ended in an exception or an error', 1,
        'has:failed_step', 1, '[{"check":"step_failed","options":{}}]', '[]', 1, ${at}, ${at})
      on conflict (id) do nothing`.execute(db);
  }
}
