import { z } from "zod";
import { Id, PageQuery, pageOf, QueryText } from "../contract/common.ts";
import { datapointJson, isoTime } from "../contract/datapoint-json.ts";
import { Issue, IssueDetail, IssueRequest, Occurrence } from "../contract/issue.ts";
import { asIssueId, type ProjectId } from "../domain/ids.ts";
import { type Issue as DomainIssue, issueKinds, issueStates } from "../domain/issue.ts";
import { decideRequest, type IssueRequest as Requested } from "../domain/issue-rules.ts";
import { issueFields } from "../domain/query/index.ts";
import { queryOf } from "./asked-range.ts";
import { issueMarkdown } from "./issue-markdown.ts";
import { issueFilterOf } from "./issue-query.ts";
import type { ApiNeeds } from "./needs.ts";
import { defineRoute, notFound, ok, refusal } from "./route.ts";
import { issueJson, rowJson } from "./to-json.ts";

type Needs = Pick<ApiNeeds, "issues" | "findings" | "monitors" | "datapoints" | "now" | "baseUrl">;

/** One of the words, or several of them after one another or separated by commas. */
const severalOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [given].flat().flatMap((text) => text.split(",")))
    .pipe(z.array(z.enum(words)).min(1))
    .optional();

export function issueRoutes({ issues, findings, monitors, datapoints, now, baseUrl }: Needs) {
  const byId = { id: Id.describe("Id or number of the issue") };

  return [
    defineRoute({
      method: "GET",
      path: "/issues",
      scope: "read",
      tag: "issues",
      summary: "List issues, most recently seen first",
      query: {
        state: severalOf(issueStates),
        kind: severalOf(issueKinds),
        q: QueryText.default(""),
        ...PageQuery,
      },
      answers: { 200: pageOf(Issue) },
      async handle({ principal: { projectId }, query: { state, kind, q, limit, cursor } }) {
        const asked = issueFilterOf(queryOf(q, now(), { fields: issueFields }));
        const filter = { ...asked, ...(state ? { states: state } : {}), ...(kind ? { kinds: kind } : {}) };
        const page = await issues.list(projectId, filter, { limit, ...(cursor === undefined ? {} : { cursor }) });
        const items = await counted(projectId, page.items);
        return ok({ items, ...(page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }) });
      },
    }),

    defineRoute({
      method: "GET",
      path: "/issues/:id",
      scope: "read",
      tag: "issues",
      summary: "Show an issue with its history; `as=markdown` gives a text to paste into a coding agent",
      params: byId,
      query: { as: z.enum(["json", "markdown"]).default("json") },
      answers: { 200: IssueDetail },
      async handle({ principal: { projectId }, params, query }) {
        const issue = await find(projectId, params.id);
        const [shown] = await counted(projectId, [issue]);
        if (!shown) throw notFound("issue");
        if (query.as === "json") return ok({ ...shown, activity: await history(projectId, issue) });
        const sample = await datapoints.get(projectId, issue.sampleDatapointId);
        const text = issueMarkdown(shown, sample && datapointJson(sample.datapoint), baseUrl());
        return { status: 200, body: text, contentType: "text/markdown; charset=utf-8" };
      },
    }),

    defineRoute({
      method: "GET",
      path: "/issues/:id/occurrences",
      scope: "read",
      tag: "issues",
      summary: "List the flagged datapoints of an issue, newest first",
      params: byId,
      query: PageQuery,
      answers: { 200: pageOf(Occurrence) },
      async handle({ principal: { projectId }, params, query: { limit, cursor } }) {
        const { id } = await find(projectId, params.id);
        const page = await findings.occurrences(projectId, id, { limit, ...(cursor === undefined ? {} : { cursor }) });
        const items = page.items.map((one) => ({ ...one, datapoint: rowJson(one.datapoint), at: isoTime(one.at) }));
        return ok({ items, ...(page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }) });
      },
    }),

    defineRoute({
      method: "PATCH",
      path: "/issues/:id",
      scope: "write",
      tag: "issues",
      summary: "Acknowledge, resolve, ignore, reopen or assign an issue",
      params: byId,
      body: IssueRequest,
      answers: { 200: IssueDetail },
      async handle({ principal: { projectId, actor }, params, body }) {
        const { id } = await find(projectId, params.id);
        await issues.change(projectId, [id], (known) => {
          const before = known.get(id);
          if (!before) throw notFound("issue");
          const decided = decideRequest(before, defined(body), { actor, at: now() });
          if ("refused" in decided) throw refusal("conflict", decided.refused, "state");
          return decided.changes;
        });
        const after = await find(projectId, id);
        const [shown] = await counted(projectId, [after]);
        return ok({ ...shown, activity: await history(projectId, after) });
      },
    }),
  ];

  async function find(project: ProjectId, key: string): Promise<DomainIssue> {
    const issue = await issues.get(project, /^[1-9]\d{0,9}$/.test(key) ? Number(key) : asIssueId(key));
    if (!issue) throw notFound("issue");
    return issue;
  }

  async function counted(project: ProjectId, list: readonly DomainIssue[]) {
    if (list.length === 0) return [];
    const [counts, all] = await Promise.all([
      findings.counts(
        project,
        list.map(({ id }) => id),
      ),
      monitors.list(project),
    ]);
    const names = new Map(all.map(({ id, name }) => [id, name]));
    return list.map((issue) => issueJson(issue, counts.get(issue.id), names.get(issue.monitorId)));
  }

  async function history(project: ProjectId, { id }: DomainIssue) {
    return (await issues.activity(project, id)).map((line) => ({ ...line, at: isoTime(line.at) }));
  }
}

function defined({ state, assignee, note }: z.output<typeof IssueRequest>): Requested {
  return {
    ...(state === undefined ? {} : { state }),
    ...(assignee === undefined ? {} : { assignee }),
    ...(note === undefined ? {} : { note }),
  };
}
