import { defect, defineCheck, passesWhenFalse, skipped, z } from "../../definition.ts";
import { callRule } from "../shared-properties.ts";
import { leavesOf } from "./call-arguments.ts";

export const placeholderToolArguments = defineCheck({
  ...callRule,
  name: "placeholder_tool_arguments",
  title: "Placeholder value in arguments",
  description: "A text argument is an unfilled placeholder: `<…>`, `{{…}}`, YOUR_…, TODO, John Doe, 1234567890.",
  output: passesWhenFalse,
  source: "BFCL miss_param category",
  options: z.strictObject({ ignore_params: z.array(z.string()).default([]) }),
  evaluate: ({ toolCalls }, { ignore_params: ignored }) => {
    if (toolCalls.length === 0) return skipped("no tool was called");
    const found = leavesOf(toolCalls, ignored).find(({ text }) => placeholder.test(text.trim()));
    return defect(found !== undefined, found ? `${found.path} is “${found.text.slice(0, 60)}”` : "no placeholder");
  },
});

const placeholder =
  /^(?:<[^<>]{1,60}>|\{\{[^{}]{1,60}\}\}|\[[A-Za-z _-]{3,40}\]|your[_ -].{1,40}|todo|tbd|n\/a|unknown|string|placeholder|(?:.{0,40}@)?(?:www\.)?example\.(?:com|org)|123-456-7890|john doe|jane doe|1234567890|x{3,})$/i;
