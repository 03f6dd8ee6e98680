import { z } from "zod";
import { dialects, type Upstream } from "../../providers/upstream.ts";

/** An upstream of the setting, with the members of the API. */
const UpstreamSetting = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be lower-case letters, digits and hyphens"),
    baseUrl: z
      .url({ protocol: /^https?$/, error: "must be a URL that begins with http:// or https://" })
      .refine((text) => isPlain(new URL(text)), "must have no user, password, query or fragment"),
    auth: z.enum(["bearer", "header", "none"]).default("bearer"),
    header: z
      .string()
      .regex(/^[a-z0-9-]+$/, "must be lower-case letters, digits and hyphens")
      .optional(),
    dialect: z.enum(dialects).optional(),
    streamUsage: z.boolean().default(false),
  })
  .refine(({ auth, header }) => (auth === "header") === (header !== undefined), {
    path: ["header"],
    message: 'belongs to "auth": "header", which needs it',
  });

/** A JSON list of upstreams, each id once. */
export const upstreamList = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: "must be a JSON list" });
      return z.NEVER;
    }
  })
  .pipe(z.array(UpstreamSetting))
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, "names an id twice")
  .transform((list) => list.map(upstreamOf));

const isPlain = ({ username, password, search, hash }: URL) => username + password + search + hash === "";

function upstreamOf({ id, baseUrl, header, ...rest }: z.infer<typeof UpstreamSetting>): Upstream {
  const { auth, dialect, streamUsage } = rest;
  return {
    id,
    baseUrl: baseUrl.replace(/\/+$/, ""),
    auth: auth === "header" ? { kind: auth, header: header! } : { kind: auth },
    ...(dialect === undefined ? {} : { dialect }),
    ...(streamUsage ? { streamUsage } : {}),
  };
}
