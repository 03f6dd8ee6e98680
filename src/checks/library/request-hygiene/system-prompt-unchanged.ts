import { hash } from "node:crypto";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { requestPart } from "./shared-properties.ts";

export const systemPromptUnchanged = defineCheck({
  ...requestPart,
  name: "system_prompt_unchanged",
  title: "System prompt is the approved one",
  description:
    "The SHA-256 of the system prompt (hex, of its text without leading and trailing white space) is one of `approved`. The explanation contains the hash, so that you can approve it.",
  severity: "major",
  needs: ["config"],
  source: "prompt versioning",
  options: z.strictObject({ approved: z.array(z.string().regex(/^[0-9a-f]{64}$/)).default([]) }),
  evaluate: ({ systemPrompt }, { approved }) => {
    if (approved.length === 0) return skipped("its option approved is not set");
    if (systemPrompt.trim() === "") return skipped("there is no system prompt");
    const digest = hash("sha256", systemPrompt.trim(), "hex");
    return property(approved.includes(digest), `the system prompt is ${digest}`);
  },
});
