import { monitorsOf } from "../access/first-start.ts";
import { Project } from "../contract/access.ts";
import type { Project as DomainProject } from "../domain/access.ts";
import { type AccountId, asProjectId } from "../domain/ids.ts";
import { randomId } from "../lib/random-id.ts";
import { spanOf } from "../receivers/recorded-span.ts";
import type { ApiNeeds } from "./needs.ts";
import { recordCalls } from "./record-calls.ts";
import { defineRoute, refusal } from "./route.ts";
import { sampleCalls } from "./sample-calls.ts";
import { projectJson } from "./to-json.ts";

const name = "Sample";

type Needs = Pick<ApiNeeds, "projects" | "defaultMonitors" | "monitorsChanged" | "admission" | "now">;

/** Something to look at before the first call was sent: in a project of its own, through the same line as all else. */
export function sampleRoutes({ projects, defaultMonitors, monitorsChanged, admission, now }: Needs) {
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
    if (!(await projects.add(project, monitorsOf(id, defaultMonitors, createdAt)))) {
      throw refusal("conflict", "the project Sample is being made");
    }
    monitorsChanged(id);
    return project;
  }
}
