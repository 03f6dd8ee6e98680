import { z } from "zod";
import { isoTime } from "../../datapoints/contract/datapoint-json.ts";
import { subjectOf } from "../../datapoints/traces/subject.ts";
import { asDatapointId, type ProjectId } from "../../platform/ids.ts";
import { Id } from "../../server/contract/common.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { defineRoute, notFound, ok } from "../../server/routes/route.ts";
import { Label, LabelRequest } from "../contract/verdict-run.ts";
import type { VerdictLabel } from "../verdicts/check-run.ts";
import { unknownCheck } from "./asked-checks.ts";

type Needs = Pick<ApiNeeds, "verdictLabels" | "datapoints" | "checks" | "slowChecks" | "now">;

const byCheck = { check: z.string().max(200).optional() };

/** What people say of verdicts, and the labelled rows that it makes. */
export function labelRoutes({ verdictLabels, datapoints, checks, slowChecks, now }: Needs) {
  return [
    defineRoute({
      method: "POST",
      path: "/verdicts/labels",
      scope: "write",
      tag: "verdicts",
      summary: "Say what a check should have said of a datapoint; the newest word counts",
      body: LabelRequest,
      answers: { 200: Label },
      async handle({ principal: { projectId, actor }, body: { datapointId, check, label, note } }) {
        const stored = await datapoints.get(projectId, asDatapointId(datapointId));
        if (!stored) throw notFound("datapoint");
        const newest = stored.verdicts
          .filter((verdict) => verdict.check === check)
          .toSorted((a, b) => b.at - a.at)
          .at(0);
        if (!newest && !checks.has(check) && !slowChecks.find(projectId, check))
          throw unknownCheck(projectId, check, "check", { checks, slowChecks });
        const made: VerdictLabel = {
          datapointId: stored.datapoint.id,
          check,
          version: newest?.version ?? 0,
          said: newest?.state ?? "nothing",
          label,
          ...(note === undefined ? {} : { note }),
          by: actor,
          at: now(),
        };
        await verdictLabels.put(projectId, made);
        return ok(labelJson(made));
      },
    }),

    defineRoute({
      method: "GET",
      path: "/verdicts/labels",
      scope: "read",
      tag: "verdicts",
      summary: "List what people say of verdicts, newest first",
      query: { ...byCheck, datapointId: Id.optional() },
      answers: { 200: z.strictObject({ items: z.array(Label) }) },
      async handle({ principal, query: { check, datapointId } }) {
        const datapoint = datapointId === undefined ? undefined : asDatapointId(datapointId);
        return ok({ items: (await verdictLabels.list(principal.projectId, check, datapoint)).map(labelJson) });
      },
    }),

    defineRoute({
      method: "GET",
      path: "/verdicts/labels/export",
      scope: "read",
      tag: "verdicts",
      summary: "Export labelled rows as JSON Lines: input, output and what the check should say, 1,000 at most",
      query: byCheck,
      answers: { 200: z.string() },
      async handle({ principal: { projectId }, query: { check } }) {
        const labels = (await verdictLabels.list(projectId, check)).slice(0, 1000);
        const lines: string[] = [];
        for (const label of labels) lines.push(JSON.stringify(await rowOf(projectId, label)));
        const body = lines.map((line) => `${line}\n`).join("");
        return { status: 200, body, contentType: "application/x-ndjson; charset=utf-8" };
      },
    }),

    defineRoute({
      method: "DELETE",
      path: "/verdicts/labels/:check/:datapointId",
      scope: "write",
      tag: "verdicts",
      summary: "Take back what was said of a verdict",
      params: { check: z.string().max(200), datapointId: Id },
      answers: { 204: undefined },
      async handle({ principal, params: { check, datapointId } }) {
        if (!(await verdictLabels.remove(principal.projectId, check, asDatapointId(datapointId))))
          throw notFound("label");
        return { status: 204 };
      },
    }),
  ];

  /** One that is no longer stored keeps its label without the texts. */
  async function rowOf(project: ProjectId, label: VerdictLabel) {
    const stored = await datapoints.get(project, label.datapointId);
    if (!stored) return labelJson(label);
    const { input, output, systemPrompt, expected } = subjectOf(stored.datapoint);
    return { ...labelJson(label), systemPrompt, input, output, expected };
  }
}

const labelJson = ({ at, ...label }: VerdictLabel) => ({ ...label, at: isoTime(at) });
