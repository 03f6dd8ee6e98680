import { z } from "zod";
import { defineRoute, ok, QueryText, RangeQuery, refusal } from "../../server/service.ts";
import { SimilarDatapointsFound } from "../contract/similar-datapoints.ts";
import { datapointFields } from "../query/index.ts";
import { comparedTexts, type SimilarDatapoints } from "../similar/similar-datapoints.ts";
import { queryOf, rangeOf } from "./requested-range.ts";
import { rowJson } from "./row-json.ts";

interface SimilarRouteDependencies {
  readonly similarDatapoints: SimilarDatapoints;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export function similarRoutes({ similarDatapoints, now }: SimilarRouteDependencies) {
  return [
    defineRoute({
      method: "GET",
      path: "/datapoints/similar",
      scope: "read",
      tag: "datapoints",
      summary: "Search by meaning: the newest datapoints that match a query, those most similar to a text first",
      query: {
        text: z.string().trim().min(1).max(2000).describe("What is searched for, in words: asks for a refund"),
        compare: z.enum(comparedTexts).default("input").describe("The text of a call that is compared"),
        q: QueryText.default(""),
        ...RangeQuery,
        newest: z.coerce.number().int().min(1).max(5000).default(1000).describe("How many datapoints are compared"),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      },
      answers: { 200: SimilarDatapointsFound },
      async handle({ principal, query: { text, compare, q, from, to, newest, limit } }) {
        const query = queryOf(q, now(), { fields: datapointFields });
        const range = rangeOf({ from, to }, now());
        const request = { text, compare, query, range, newest, limit };
        const found = await similarDatapoints(principal.projectId, request);
        if (found.kind === "unavailable") throw refusal("unavailable", found.reason);
        const { compared, texts, model } = found;
        return ok({
          compared,
          texts,
          model,
          items: found.items.map(({ row, similarity }) => ({
            datapoint: rowJson(row),
            similarity: Math.round(similarity * 1000) / 1000,
          })),
        });
      },
    }),
  ];
}
