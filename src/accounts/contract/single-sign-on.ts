import { z } from "zod";
import { LinkKey } from "./account.ts";

export const SsoStart = z
  .strictObject({
    next: z
      .string()
      .max(1000)
      .regex(/^\/(?![/\\])[\x21-\x7e]*$/, "must be a path of this site")
      .default("/")
      .describe("Where to continue after the sign-in"),
    key: LinkKey.optional().describe("End of the link that a start printed, for the first account"),
  })
  .meta({ id: "SsoStart" });

export const SsoStarted = z
  .strictObject({ url: z.string().describe("Page of the provider") })
  .meta({ id: "SsoStarted" });

export const SsoFinish = z
  .strictObject({ search: z.string().max(8000).describe("Query of the address to which the provider redirected") })
  .meta({ id: "SsoFinish" });

export const SsoFinished = z
  .strictObject({
    next: z.string(),
    token: z.string().optional().describe("Of a new user: an API token to send with, shown this once"),
  })
  .meta({ id: "SsoFinished" });
