import { defineCheck, property, z } from "../definition.ts";
import { minorFormat } from "./shared-properties.ts";

export const commitMessageFormat = defineCheck({
  ...minorFormat,
  tier: 3,
  name: "commit_message_format",
  title: "Commit message follows the convention",
  description:
    "The first line is `type(scope)!: subject` with an allowed type and at most `max` characters, and a blank line follows where there is a body.",
  source: "Conventional Commits 1.0.0",
  options: z.strictObject({
    types: z
      .array(z.string().min(1))
      .min(1)
      .default("feat fix docs style refactor perf test build ci chore revert".split(" ")),
    max: z.int().positive().default(72),
  }),
  evaluate: (subject, { types, max }) => {
    const [first = "", second, ...rest] = subject
      .text("output")
      .trimmed.replace(/^```\w*\n|\n```$/g, "")
      .split("\n");
    const type = /^([a-z]+)(?:\([^()\n]{1,60}\))?!?: \S/.exec(first)?.[1];
    if (type === undefined || !types.includes(type))
      return property(false, `the first line is “${first.slice(0, 80)}”`);
    if (first.length > max) return property(false, `the first line has ${first.length} characters, at most ${max}`);
    const joined = (second ?? "").trim() !== "" && [second, ...rest].length > 0;
    return property(!joined, joined ? "no blank line before the body" : `a commit of type ${type}`);
  },
});
