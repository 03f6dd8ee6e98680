import { z } from "zod";
import { Time } from "./common.ts";
import { Name, Tags } from "./named.ts";

const ModelDefinition = z
  .discriminatedUnion("type", [
    z.strictObject({
      type: z.literal("custom").describe("The user's own code, called by an SDK"),
      batchSize: z.int().min(1).max(1000).optional(),
    }),
  ])
  .meta({ id: "ModelDefinition" });

export const Model = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    version: z.int(),
    definition: ModelDefinition,
    tags: Tags,
    createdAt: Time,
  })
  .meta({ id: "Model" });

export const NewModel = z
  .strictObject({
    name: Name,
    definition: ModelDefinition,
    tags: Tags.default([]),
    update: z.boolean().default(false).describe("Another definition under a known name makes its next version"),
  })
  .meta({ id: "NewModel" });
