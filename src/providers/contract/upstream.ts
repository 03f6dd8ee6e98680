import { z } from "zod";
import { dialects } from "../upstream.ts";

const id = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be lower-case letters, digits and hyphens")
  .describe("First segment of the model (`id/…`) or value of the header x-gaffe-provider");

const baseUrl = z
  .string()
  .max(500)
  .refine(isPlainAddress, "must be http:// or https:// without user, password, query or fragment")
  .transform((text) => text.replace(/\/+$/, ""))
  .describe("Up to and including the version segment: /chat/completions is appended");

const auth = z
  .enum(["bearer", "header", "none"])
  .describe("How the provider's key travels, which the client sends with every call: it is never kept");

const header = z
  .string()
  .regex(/^[a-z0-9-]{1,100}$/, "must be lower-case letters, digits and hyphens")
  .describe("Name of the header; needed with auth `header`, and only there");

const dialect = z
  .enum(dialects)
  .describe("Chat requests are translated into this API of its own; absent: they are OpenAI's, byte for byte");

const streamUsage = z
  .boolean()
  .describe("Its chat streams take stream_options.include_usage, which the project's includeUsage may ask for");

export const Upstream = z
  .strictObject({
    id,
    baseUrl: z.string(),
    auth,
    header: header.optional(),
    dialect: dialect.optional(),
    streamUsage: streamUsage.optional(),
  })
  .meta({ id: "Upstream" });

export const NewUpstream = z
  .strictObject({
    id,
    baseUrl,
    auth: auth.default("bearer"),
    header: header.optional(),
    dialect: dialect.optional(),
    streamUsage: streamUsage.default(false),
  })
  .meta({ id: "NewUpstream" });

/** Fields that are left out stay as they are. */
export const UpstreamChange = z
  .strictObject({ baseUrl, auth, header, dialect: dialect.nullable().describe("null: none"), streamUsage })
  .partial()
  .meta({ id: "UpstreamChange" });

const choices = {
  strict: z.boolean().describe("Refuse a call that cannot be recorded, instead of counting the loss"),
  includeUsage: z
    .boolean()
    .describe("Ask for the token counts of streams where the client did not, and take that one event out again"),
};

export const ProxyChoices = z
  .strictObject({
    defaultUpstream: z.string().optional().describe("Id of the upstream for models that name none"),
    ...choices,
  })
  .meta({ id: "ProxyChoices" });

/** Fields that are left out stay as they are. */
export const ProxyChoicesChange = z
  .strictObject({ defaultUpstream: id.nullable().describe("null: none"), ...choices })
  .partial()
  .meta({ id: "ProxyChoicesChange" });

function isPlainAddress(text: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return username + password + search + hash === "";
}
