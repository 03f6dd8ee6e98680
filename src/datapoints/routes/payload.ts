import { z } from "zod";
import { asDatapointId } from "../../platform/ids.ts";
import { Id } from "../../server/contract/common.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { defineRoute, notFound, ok, refusal } from "../../server/routes/route.ts";
import { pointerKeys } from "../assembly/cut-json.ts";
import { Payload } from "../contract/payload.ts";

export function payloadRoutes({ payloads }: Pick<ApiNeeds, "payloads">) {
  return [
    defineRoute({
      method: "GET",
      path: "/datapoints/:id/payload",
      scope: "read",
      tag: "datapoints",
      summary: "Read a long text, or any value as JSON, a stretch at a time",
      params: { id: Id },
      query: {
        pointer: z
          .string()
          .min(1)
          .max(2000)
          .describe("Where it stands (RFC 6901), as `cuts` of the datapoint tells it"),
        offset: z.coerce.number().int().min(0).default(0).describe("In Unicode code points"),
        limit: z.coerce.number().int().min(1).max(4_000_000).default(65_536),
      },
      answers: { 200: Payload },
      async handle({ principal, params, query: { pointer, offset, limit } }) {
        const keys = pointerKeys(pointer);
        if (!keys) throw refusal("invalid-request", "a pointer begins with a slash", "pointer");
        const page = await payloads.page(principal.projectId, asDatapointId(params.id), keys, { offset, limit });
        if (!page) throw notFound("value");
        const end = offset + limit;
        return ok({ pointer, offset, ...page, ...(end < page.totalCharacters ? { nextOffset: end } : {}) });
      },
    }),
  ];
}
