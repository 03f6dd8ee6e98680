import { z } from "zod";
import { DatapointRow } from "./datapoint.ts";

/** The answer of a search by meaning. */
export const SimilarDatapointsFound = z
  .strictObject({
    items: z
      .array(
        z.strictObject({
          datapoint: DatapointRow,
          similarity: z.number().describe("-1..1; 1: the same meaning. Texts about one subject are mostly above 0.4"),
        }),
      )
      .describe("Most similar first"),
    compared: z.int().describe("How many datapoints were compared"),
    texts: z.int().describe("How many different texts they have"),
    model: z.string().describe("Embedding model, on the machine of the service"),
  })
  .meta({ id: "SimilarDatapointsFound" });
