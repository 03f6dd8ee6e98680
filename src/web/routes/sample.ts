import type { ProjectStore } from "../../accounts/index.ts";
import { projectJson } from "../../accounts/service.ts";
import { sampleCalls } from "../../checks/service.ts";
import { recordCalls, spanOf } from "../../datapoints/service.ts";
import type { Admission } from "../../otlp/index.ts";
import { randomId } from "../../platform/crypto/random-id.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { type AccountId, asProjectId } from "../../platform/ids.ts";
import type { Project as DomainProject } from "../../server/index.ts";
import { defineRoute, ProjectJson as Project, refusal } from "../../server/service.ts";

const name = "Sample";

interface SampleRoutesDependencies {
  readonly projects: ProjectStore;
  /** Called after every change of a project's monitors, so that the pipeline uses the new ones. */
  readonly monitorsChanged: (project: ProjectId) => void;
  readonly admission: Admission;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Sends sample calls through the regular pipeline into a separate project, to look at before the first real
 * call.
 */
export function sampleRoutes({ projects, monitorsChanged, admission, now }: SampleRoutesDependencies) {
  return [
    defineRoute({
      method: "POST",
      path: "/projects/sample",
      scope: "write",
      tag: "access",
      summary: "Fill a project named Sample with calls of the last hour; it is made where there is none",
      answers: { 202: Project },
      async handle({ principal: { accountId } }) {
        const at = now();
        const project = await sampleOf(accountId, at);
        const spans = sampleCalls(at).map((call) => spanOf(call, at));
        await recordCalls(admission, project.id, spans, at);
        return { status: 202, body: projectJson(project) };
      },
    }),
  ];

  async function sampleOf(accountId: AccountId, createdAt: number): Promise<DomainProject> {
    const known = (await projects.list(accountId)).find((project) => project.name === name);
    if (known?.archivedAt !== undefined)
      throw refusal("conflict", "the project Sample is archived: take it back first");
    if (known) return known;
    const id = asProjectId(randomId("project"));
    const project = { id, accountId, name, createdAt };
    if (!(await projects.add(project))) {
      throw refusal("conflict", "the project Sample is being made");
    }
    monitorsChanged(id);
    return project;
  }
}
