import type { Subject } from "../../../datapoints/index.ts";
import { linearPattern } from "../../../platform/text/linear-pattern.ts";
import { defect, defineCheck, passesWhenFalse, skipped, UserPattern, z } from "../definition.ts";
import { callRule } from "./shared-properties.ts";

export const toolCallWrittenAsText = defineCheck({
  ...callRule,
  name: "tool_call_written_as_text",
  title: "Tool call leaked into text",
  description:
    "The response calls no tool, but its text contains a call: a tool tag, a pattern of your own, or JSON that names a declared tool with arguments.",
  needs: ["tools"],
  targets: ["output"],
  output: passesWhenFalse,
  source: "tool parsers of vLLM and Llama",
  options: z.strictObject({ extra_patterns: z.array(UserPattern).max(100).default([]) }),
  evaluate: (subject, { extra_patterns: extra }) => {
    if (subject.toolCalls.length > 0) return skipped("the response calls a tool");
    const output = subject.text("output");
    const tag = /<\/?tool_calls?>|<function[=_]|<\|python_tag\|>|\[TOOL_CALLS\]/.exec(output.text);
    if (tag) return defect(true, `holds ${tag[0]}`, [output.evidence(tag.index, tag.index + tag[0].length)]);
    for (const pattern of extra) {
      const range = linearPattern(pattern).find(output.text);
      if (range) return defect(true, `matches ${pattern.slice(0, 80)}`, [output.evidence(range.start, range.end)]);
    }
    const name = subject.datapoint.tools.find((tool) => writesCall(subject, tool.name))?.name;
    return defect(name !== undefined, name === undefined ? "no call in the text" : `writes a call of ${name}`);
  },
});

function writesCall(subject: Subject, name: string): boolean {
  const { text } = subject.text("output");
  const at = text.indexOf(`"${name}"`);
  return (
    at !== -1 &&
    /"(?:name|function)"\s*:\s*$/.test(text.slice(Math.max(0, at - 30), at)) &&
    /"(?:arguments|parameters|input)"\s*:/.test(text)
  );
}
