import { z } from "zod";
import { asDatapointId } from "../../platform/ids.ts";
import { defineRoute, Id, notFound, ok, refusal } from "../../server/service.ts";
import { pointerKeys } from "../assembly/cut-json.ts";
import { Payload } from "../contract/payload.ts";
import type { PayloadReader } from "../ports/payloads.ts";

interface PayloadRoutesDependencies {
  readonly payloads: PayloadReader;
}

export function payloadRoutes({ payloads }: PayloadRoutesDependencies) {
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
          .describe("JSON Pointer (RFC 6901) of the value, from the datapoint's `cuts`"),
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
