import type { Records } from "../../../src/app/records/open.ts";
import type { Project } from "../../../src/server/access.ts";

/** Adds a project without its default monitors, so that a test sees only its own. */
export async function addBareProject({ projects, monitors }: Pick<Records, "projects" | "monitors">, project: Project) {
  if (!(await projects.add(project))) return;
  for (const { id } of await monitors.list(project.id)) await monitors.remove(project.id, id);
}
