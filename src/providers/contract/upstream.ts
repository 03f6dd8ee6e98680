import { z } from "zod";
import { dialects } from "../upstream.ts";

const id = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must consist of lowercase letters, digits and hyphens")
  .describe("First segment of the model (`id/…`) or value of the header x-gaffe-provider");

const baseUrl = z
  .string()
  .max(500)
  .refine(isPlainAddress, "must be http:// or https:// without user, password, query or fragment")
  .transform((text) => text.replace(/\/+$/, ""))
  .describe("Up to and including the version segment: /chat/completions is appended");

const auth = z
  .enum(["bearer", "header", "none"])
  .describe("How the provider's key is sent. The client sends the key with every call; Gaffe never stores it.");

const header = z
  .string()
  .regex(/^[a-z0-9-]{1,100}$/, "must consist of lowercase letters, digits and hyphens")
  .describe("Name of the header; needed with auth `header`, and only there");

const dialect = z
  .enum(dialects)
  .describe(
    "The provider API that chat requests are translated to. Absent: requests are forwarded unchanged, in OpenAI's format.",
  );

const streamUsage = z
  .boolean()
  .describe("Whether its chat streams accept stream_options.include_usage, which the project's includeUsage adds");

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

/** Omitted fields stay unchanged. */
export const UpstreamChange = z
  .strictObject({ baseUrl, auth, header, dialect: dialect.nullable().describe("null: none"), streamUsage })
  .partial()
  .meta({ id: "UpstreamChange" });

const choices = {
  strict: z.boolean().describe("Refuse a call that cannot be recorded, instead of counting the loss"),
  includeUsage: z
    .boolean()
    .describe(
      "Request the token counts of streams where the client did not, and remove the added event from the stream",
    ),
};

export const ProxyChoices = z
  .strictObject({
    defaultUpstream: z.string().optional().describe("Id of the upstream for models that name none"),
    ...choices,
  })
  .meta({ id: "ProxyChoices" });

/** Omitted fields stay unchanged. */
export const ProxyChoicesChange = z
  .strictObject({ defaultUpstream: id.nullable().describe("null: none"), ...choices })
  .partial()
  .meta({ id: "ProxyChoicesChange" });

function isPlainAddress(text: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return username + password + search + hash === "";
}
