import { z } from "zod";
import { embeddingModel } from "../../platform/embeddings/embedding-model.ts";
import { urlOf } from "./values.ts";

/** Settings of the embedding model, a part of the environment. */
export const embeddingVariables = {
  GAFFE_EMBEDDINGS: z
    .enum(["on", "off"], "must be on or off")
    .default("on")
    .describe(
      "Search by meaning, and behavioral issues by topic, by an embedding model on this machine (docs/search-by-meaning.md). Its 16 MB are downloaded at the first search or finding. `off`: never.",
    ),
  GAFFE_EMBEDDINGS_URL: urlOf("http", "https")
    .default(embeddingModel.archiveUrl)
    .describe("Where the archive of the embedding model is downloaded from; its files are verified by their digests."),
};
