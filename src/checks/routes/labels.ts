import { z } from "zod";
import { type DatapointReader, subjectOf } from "../../datapoints/index.ts";
import { asDatapointId, type ProjectId } from "../../platform/ids.ts";
import { defineRoute, Id, isoTime, notFound, ok } from "../../server/service.ts";
import type { CodeCheck } from "../check.ts";
import { Label, LabelRequest } from "../contract/verdict-run.ts";
import type { VerdictLabelStore } from "../ports/custom-checks.ts";
import type { KnownChecks } from "../stages/known-checks.ts";
import type { VerdictLabel } from "../verdicts/check-run.ts";
import { unknownCheck } from "./requested-checks.ts";

interface LabelRoutesDependencies {
  readonly verdictLabels: VerdictLabelStore;
  readonly datapoints: DatapointReader;
  readonly checks: ReadonlyMap<string, CodeCheck>;
  /** Judge checks of the library, and custom checks of projects. */
  readonly asynchronousChecks: KnownChecks;
  /** Unix milliseconds. */
  readonly now: () => number;
}

const byCheck = { check: z.string().max(200).optional() };

/** Human labels of verdicts, and their export as labeled rows. */
export function labelRoutes({ verdictLabels, datapoints, checks, asynchronousChecks, now }: LabelRoutesDependencies) {
  return [
    defineRoute({
      method: "POST",
      path: "/verdicts/labels",
      scope: "write",
      tag: "verdicts",
      summary: "Label the correct verdict of a check on a datapoint; the newest label counts",
      body: LabelRequest,
      answers: { 200: Label },
      async handle({ principal: { projectId, actor }, body: { datapointId, check, label, note } }) {
        const stored = await datapoints.get(projectId, asDatapointId(datapointId));
        if (!stored) throw notFound("datapoint");
        const newest = stored.verdicts
          .filter((verdict) => verdict.check === check)
          .toSorted((a, b) => b.at - a.at)
          .at(0);
        if (!newest && !checks.has(check) && !asynchronousChecks.find(projectId, check))
          throw unknownCheck(projectId, check, "check", { checks, asynchronousChecks });
        const made: VerdictLabel = {
          datapointId: stored.datapoint.id,
          check,
          version: newest?.version ?? 0,
          verdict: newest?.state ?? "nothing",
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
      summary: "List verdict labels, newest first",
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
      summary: "Export labeled rows as JSON Lines: input, output and correct verdict, at most 1,000",
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
      summary: "Remove a verdict label",
      params: { check: z.string().max(200), datapointId: Id },
      answers: { 204: undefined },
      async handle({ principal, params: { check, datapointId } }) {
        if (!(await verdictLabels.remove(principal.projectId, check, asDatapointId(datapointId))))
          throw notFound("label");
        return { status: 204 };
      },
    }),
  ];

  /** A datapoint that is no longer stored keeps its label, without the texts. */
  async function rowOf(project: ProjectId, label: VerdictLabel) {
    const stored = await datapoints.get(project, label.datapointId);
    if (!stored) return labelJson(label);
    const { input, output, systemPrompt, expected } = subjectOf(stored.datapoint);
    return { ...labelJson(label), systemPrompt, input, output, expected };
  }
}

const labelJson = ({ at, verdict, ...label }: VerdictLabel) => ({ ...label, verdict, at: isoTime(at) });
