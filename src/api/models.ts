import { z } from "zod";
import { Id, PageQuery, pageOf } from "../contract/common.ts";
import { isoTime } from "../contract/datapoint-json.ts";
import { Model, NewModel } from "../contract/model.ts";
import { asModelId } from "../domain/ids.ts";
import type { ModelDefinition, RegisteredModel } from "../domain/registered-model.ts";
import { randomId } from "../lib/random-id.ts";
import type { ApiNeeds } from "./needs.ts";
import { defineRoute, notFound, ok, refusal } from "./route.ts";

type Needs = Pick<ApiNeeds, "models" | "now">;

export function modelRoutes({ models, now }: Needs) {
  const byId = { id: Id.describe("Id or name of the model") };
  return [
    defineRoute({
      method: "GET",
      path: "/models",
      scope: "read",
      tag: "models",
      summary: "List registered models, newest first, each in its newest version",
      query: PageQuery,
      answers: { 200: pageOf(Model) },
      async handle({ principal, query: { limit, cursor } }) {
        const page = await models.list(principal.projectId, { limit, ...(cursor === undefined ? {} : { cursor }) });
        return ok({ ...page, items: page.items.map(modelJson) });
      },
    }),

    defineRoute({
      method: "POST",
      path: "/models",
      scope: "write",
      tag: "models",
      summary: "Register a model; the same one again changes nothing",
      body: NewModel,
      answers: { 200: Model, 201: Model },
      async handle({ principal: { projectId }, body: { name, definition, tags, update } }) {
        const id = asModelId(randomId("model"));
        const asked = { id, projectId, name, definition: definition as ModelDefinition, tags, createdAt: now() };
        const { kind, model } = await models.register(asked, update);
        switch (kind) {
          case "registered":
            return { status: 201, body: modelJson(model) };
          case "known":
            return ok(modelJson(model));
          case "differs":
            throw refusal("conflict", "another model has this name: send update true to make its next version", "name");
          default:
            return kind satisfies never;
        }
      },
    }),

    defineRoute({
      method: "GET",
      path: "/models/:id",
      scope: "read",
      tag: "models",
      summary: "Show a registered model, in its newest version unless one is named",
      params: byId,
      query: { version: z.coerce.number().int().min(1).optional() },
      answers: { 200: Model },
      async handle({ principal, params, query }) {
        const model = await models.get(principal.projectId, params.id, query.version);
        if (!model) throw notFound("model");
        return ok(modelJson(model));
      },
    }),

    defineRoute({
      method: "DELETE",
      path: "/models/:id",
      scope: "write",
      tag: "models",
      summary: "Delete a registered model with the test runs made of it",
      params: byId,
      answers: { 204: undefined },
      async handle({ principal, params }) {
        const model = await models.get(principal.projectId, params.id);
        if (!model || !(await models.remove(principal.projectId, model.id))) throw notFound("model");
        return { status: 204 };
      },
    }),
  ];
}

function modelJson({ id, name, version, definition, tags, createdAt }: RegisteredModel) {
  return { id, name, version, definition, tags, createdAt: isoTime(createdAt) };
}
