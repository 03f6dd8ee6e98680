import { monitorsOf } from "../../app/first-start.ts";
import { spanOf } from "../../ingest/recorded-span.ts";
import { recordCalls } from "../../ingest/routes/record-calls.ts";
import { randomId } from "../../platform/crypto/random-id.ts";
import { type AccountId, asProjectId } from "../../platform/ids.ts";
import type { Project as DomainProject } from "../../server/access.ts";
import { Project } from "../../server/contract/access.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { defineRoute, refusal } from "../../server/routes/route.ts";
import { projectJson } from "../../server/routes/to-json.ts";
import { sampleCalls } from "./sample-calls.ts";

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
