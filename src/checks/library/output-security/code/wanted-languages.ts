import { z } from "../../definition.ts";

export const languages = z.union([z.literal("auto"), z.array(z.string())]).default("auto");

export const isWanted = (wanted: "auto" | readonly string[], language: string) =>
  wanted === "auto" || wanted.includes(language);
