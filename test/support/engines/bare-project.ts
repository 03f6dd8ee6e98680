import type { Project } from "../../../src/server/access.ts";
import type { TestRecords } from "./open-records.ts";

/** Adds a project without its default monitors, so that a test sees only its own. */
export async function addBareProject(
  { projects, monitors }: Pick<TestRecords, "projects" | "monitors">,
  project: Project,
) {
  if (!(await projects.add(project))) return;
  for (const { id } of await monitors.list(project.id)) await monitors.remove(project.id, id);
}
