import { z } from "zod";
import type { ProjectId } from "../../platform/ids.ts";
import { defineRoute, Id, notFound, ok, PageQuery, pageOf, refusal } from "../../server/service.ts";
import {
  NewScenarioSet,
  ScenarioRow,
  ScenarioSet,
  ScenarioSetChange,
  ScenarioUpload,
  seedData,
} from "../contract/scenario-set.ts";
import type { ScenarioStore } from "../ports/testing-stores.ts";
import { saveSet } from "../runs/save-set.ts";
import { seedFile, seedsOf } from "../runs/seed-file.ts";
import { type ScenarioSet as DomainSet, scenarioRows } from "../scenario.ts";
import { scenarioSetJson } from "./scenario-json.ts";

interface ScenarioSetDependencies {
  readonly scenarios: ScenarioStore;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Base URL for links, without a trailing slash. */
  readonly baseUrl: () => string;
}

const wholeSet = 100_000;

export function scenarioSetRoutes({ scenarios, now, baseUrl }: ScenarioSetDependencies) {
  const byId = { id: Id.describe("Id or name of the scenario set") };
  const version = z.coerce.number().int().min(1).optional().describe("Default: the newest");

  return [
    defineRoute({
      method: "GET",
      path: "/scenario-sets",
      scope: "read",
      tag: "scenario sets",
      summary: "List scenario sets, newest first",
      query: PageQuery,
      answers: { 200: pageOf(ScenarioSet) },
      async handle({ principal, query: { limit, cursor } }) {
        const page = await scenarios.list(principal.projectId, { limit, ...(cursor === undefined ? {} : { cursor }) });
        return ok({ ...page, items: page.items.map(shown) });
      },
    }),

    defineRoute({
      method: "POST",
      path: "/scenario-sets",
      scope: "write",
      tag: "scenario sets",
      summary: "Make a scenario set of seed data; the same rows under the same name change nothing",
      body: NewScenarioSet,
      answers: { 200: ScenarioSet, 201: ScenarioSet },
      handle: ({ principal, body: { seedData: seeds, ...body } }) => add(principal.projectId, seeds, body),
    }),

    defineRoute({
      method: "POST",
      path: "/scenario-sets/upload",
      scope: "write",
      tag: "scenario sets",
      summary: "Make a scenario set of a file's content: JSON lines, or CSV with the columns input and result",
      body: ScenarioUpload,
      answers: { 200: ScenarioSet, 201: ScenarioSet },
      handle: ({ principal, body: { format, content, ...body } }) =>
        add(principal.projectId, seedsOf(format, content), body),
    }),

    defineRoute({
      method: "GET",
      path: "/scenario-sets/:id",
      scope: "read",
      tag: "scenario sets",
      summary: "Show a scenario set",
      params: byId,
      answers: { 200: ScenarioSet },
      handle: async ({ principal, params }) => ok(shown(await find(principal.projectId, params.id))),
    }),

    defineRoute({
      method: "PATCH",
      path: "/scenario-sets/:id",
      scope: "write",
      tag: "scenario sets",
      summary: "Rename or tag a scenario set",
      params: byId,
      body: ScenarioSetChange,
      answers: { 200: ScenarioSet },
      async handle({ principal, params, body: { name, tags } }) {
        const before = await find(principal.projectId, params.id);
        const after = { ...before, name: name ?? before.name, tags: tags ?? before.tags, updatedAt: now() };
        if (!(await scenarios.replace(after))) throw refusal("conflict", "the project has a set of that name", "name");
        return ok(shown(after));
      },
    }),

    defineRoute({
      method: "POST",
      path: "/scenario-sets/:id/versions",
      scope: "write",
      tag: "scenario sets",
      summary: "Replace the rows of a scenario set as its next version; test runs keep their version",
      params: byId,
      body: z.strictObject({ seedData }),
      answers: { 201: ScenarioSet },
      handle: async ({ principal, params, body }) => next(await find(principal.projectId, params.id), body.seedData),
    }),

    defineRoute({
      method: "POST",
      path: "/scenario-sets/:id/versions/upload",
      scope: "write",
      tag: "scenario sets",
      summary: "Give a scenario set the rows of a file's content, as its next version",
      params: byId,
      body: ScenarioUpload.pick({ format: true, content: true }),
      answers: { 201: ScenarioSet },
      handle: async ({ principal, params, body: { format, content } }) =>
        next(await find(principal.projectId, params.id), seedsOf(format, content)),
    }),

    defineRoute({
      method: "GET",
      path: "/scenario-sets/:id/rows",
      scope: "read",
      tag: "scenario sets",
      summary: "List the rows of a scenario set in their order",
      params: byId,
      query: { version, limit: PageQuery.limit, cursor: z.coerce.number().int().min(0).default(0) },
      answers: { 200: pageOf(ScenarioRow) },
      async handle({ principal, params, query }) {
        const set = await find(principal.projectId, params.id);
        const from = query.cursor;
        const rows = await scenarios.rows(set.id, query.version ?? set.version, from, query.limit + 1);
        const items = rows.slice(0, query.limit);
        return ok({ items, ...(rows.length > query.limit ? { nextCursor: `${from + query.limit}` } : {}) });
      },
    }),

    defineRoute({
      method: "GET",
      path: "/scenario-sets/:id/download",
      scope: "read",
      tag: "scenario sets",
      summary: "Download the rows of a scenario set as a file that can be uploaded again",
      params: byId,
      query: { version, format: z.enum(["jsonl", "csv"]).default("jsonl") },
      answers: { 200: z.string() },
      async handle({ principal, params, query: { format, version: requestedVersion } }) {
        const set = await find(principal.projectId, params.id);
        const rows = await scenarios.rows(set.id, requestedVersion ?? set.version, 0, wholeSet);
        return {
          status: 200,
          body: seedFile(format, rows),
          contentType: format === "csv" ? "text/csv; charset=utf-8" : "application/jsonl; charset=utf-8",
          headers: { "content-disposition": `attachment; filename="${set.id}.${format}"` },
        };
      },
    }),

    defineRoute({
      method: "DELETE",
      path: "/scenario-sets/:id",
      scope: "write",
      tag: "scenario sets",
      summary: "Delete a scenario set with all its versions and the test runs made of it",
      params: byId,
      answers: { 204: undefined },
      async handle({ principal, params }) {
        const set = await find(principal.projectId, params.id);
        if (!(await scenarios.remove(principal.projectId, set.id))) throw notFound("scenario set");
        return { status: 204 };
      },
    }),
  ];

  async function find(project: ProjectId, key: string): Promise<DomainSet> {
    const set = await scenarios.get(project, key);
    if (!set) throw notFound("scenario set");
    return set;
  }

  async function add(
    projectId: ProjectId,
    seeds: Parameters<typeof scenarioRows>[0],
    body: Pick<z.output<typeof NewScenarioSet>, "name" | "tags" | "update">,
  ) {
    const { set, isNew } = await saveSet({ projectId, ...body, rows: scenarioRows(seeds) }, { scenarios, now });
    return isNew ? { status: 201 as const, body: shown(set) } : ok(shown(set));
  }

  async function next(before: DomainSet, seeds: Parameters<typeof scenarioRows>[0]) {
    const rows = scenarioRows(seeds);
    const after = { ...before, version: before.version + 1, rows: rows.length, updatedAt: now() };
    if (!(await scenarios.replace(after, rows))) throw refusal("conflict", "somebody else changed it: try again");
    return { status: 201, body: shown(after) };
  }

  function shown(set: DomainSet) {
    return scenarioSetJson(set, baseUrl());
  }
}
