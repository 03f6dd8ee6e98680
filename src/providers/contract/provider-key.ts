import { z } from "zod";
import { Time } from "../../server/service.ts";

export const secret = z.string().min(1).max(10_000);

export const ProviderKey = z
  .strictObject({ provider: z.string(), host: z.string(), createdAt: Time })
  .meta({ id: "ProviderKey" });

export const NewProviderKey = z
  .strictObject({
    provider: z.string().min(1).max(100).describe("Id of a provider of the proxy's table, or of an own upstream"),
    key: secret.describe("Stored encrypted, sent only to that provider's host, never returned"),
  })
  .meta({ id: "NewProviderKey" });
