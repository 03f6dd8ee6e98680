import { type Kysely, type Selectable, sql } from "kysely";
import type { ProjectId } from "../../platform/ids.ts";
import type { Tables } from "./tables.ts";

/** Tables whose rows belong to a project and have an id. */
type ProjectTable = {
  [Name in keyof Tables]: Tables[Name] extends { id: string; project_id: string } ? Name : never;
}[keyof Tables];

export async function findRow<Name extends ProjectTable>(
  db: Kysely<Tables>,
  table: Name,
  project: ProjectId,
  id: string,
): Promise<Selectable<Tables[Name]> | undefined> {
  const { rows } = await sql<Selectable<Tables[Name]>>`
    select * from ${sql.table(table)} where project_id = ${project} and id = ${id}`.execute(db);
  return rows[0];
}

/** Deletes a project's row. Returns whether there was one. */
export async function removeRow(
  db: Kysely<Tables>,
  table: ProjectTable,
  project: ProjectId,
  id: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where project_id = ${project} and id = ${id}`.execute(db);
  return numAffectedRows === 1n;
}
