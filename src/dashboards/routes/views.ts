import { z } from "zod";
import { randomId } from "../../platform/crypto/random-id.ts";
import { defineRoute, Id, isoTime, notFound, ok, refusal } from "../../server/service.ts";
import { NewSavedView, SavedView, SavedViewChange } from "../contract/view.ts";
import type { SavedViewStore } from "../ports/saved-views.ts";
import { type SavedView as DomainView, viewsAtMost } from "../saved-view.ts";

interface ViewRoutesDependencies {
  readonly savedViews: SavedViewStore;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export function viewRoutes({ savedViews, now }: ViewRoutesDependencies) {
  const byId = { id: Id };
  return [
    defineRoute({
      method: "GET",
      path: "/views",
      scope: "read",
      tag: "views",
      summary: "List saved views of the project",
      answers: { 200: z.strictObject({ items: z.array(SavedView) }) },
      handle: async ({ principal }) => ok({ items: (await savedViews.list(principal.projectId)).map(viewJson) }),
    }),

    defineRoute({
      method: "POST",
      path: "/views",
      scope: "write",
      tag: "views",
      summary: "Save what a page shows under a name",
      body: NewSavedView,
      answers: { 201: SavedView },
      async handle({ principal: { projectId }, body }) {
        const known = await savedViews.list(projectId);
        if (known.length >= viewsAtMost) throw refusal("conflict", `a project has at most ${viewsAtMost} saved views`);
        if (known.some(({ page, name }) => page === body.page && name === body.name)) {
          throw refusal("conflict", `there is a view named ${body.name} already`, "name");
        }
        const view = { ...body, id: randomId("view"), projectId, createdAt: now() };
        await savedViews.add(view);
        return { status: 201, body: viewJson(view) };
      },
    }),

    defineRoute({
      method: "PATCH",
      path: "/views/:id",
      scope: "write",
      tag: "views",
      summary: "Rename a saved view, or let it show something else",
      params: byId,
      body: SavedViewChange,
      answers: { 200: SavedView },
      async handle({ principal: { projectId }, params, body }) {
        const before = (await savedViews.list(projectId)).find(({ id }) => id === params.id);
        if (!before) throw notFound("view");
        const after = { ...before, name: body.name ?? before.name, search: body.search ?? before.search };
        if (!(await savedViews.replace(after))) throw notFound("view");
        return ok(viewJson(after));
      },
    }),

    defineRoute({
      method: "DELETE",
      path: "/views/:id",
      scope: "write",
      tag: "views",
      summary: "Remove a saved view",
      params: byId,
      answers: { 204: undefined },
      async handle({ principal, params }) {
        if (!(await savedViews.remove(principal.projectId, params.id))) throw notFound("view");
        return { status: 204 };
      },
    }),
  ];
}

function viewJson(view: DomainView) {
  const { projectId: _, createdAt, ...rest } = view;
  return { ...rest, createdAt: isoTime(createdAt) };
}
