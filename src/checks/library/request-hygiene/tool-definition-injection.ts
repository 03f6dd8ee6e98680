import { defect, defineCheck, passesWhenFalse, z } from "../definition.ts";
import { requestPart } from "./shared-properties.ts";

export const toolDefinitionInjection = defineCheck({
  ...requestPart,
  name: "tool_definition_injection",
  title: "Instruction hidden in a tool definition",
  description:
    "The description of a tool or of its parameters gives instructions to the model: invisible characters, tags such as <IMPORTANT>, “before using this tool”, “do not tell the user”, “ignore …”, reading files with keys, or actions required when another tool is called.",
  category: "Prompt attacks",
  severity: "critical",
  needs: ["tools"],
  targets: ["tools"],
  mode: "on prompt or tool change",
  output: passesWhenFalse,
  source: "MCP tool poisoning; promptfoo mcp-schema-injection; MITRE ATLAS AML.T0051",
  options: z.strictObject({
    ignore_tools: z.array(z.string()).default([]),
    /** Whether a tool's description must not prescribe actions for calls of another tool. */
    check_cross_tool: z.boolean().default(true),
  }),
  evaluate: ({ datapoint: { tools } }, { ignore_tools: ignored, check_cross_tool: crosses }) => {
    for (const { name, description = "", parameters = null } of tools) {
      if (ignored.includes(name)) continue;
      const text = `${description}\n${JSON.stringify(parameters)}`.slice(0, 65_536);
      const found = poison.exec(text);
      if (found) return defect(true, `${name}: “${found[0].slice(0, 80)}”`);
      const other = crosses ? tools.find((tool) => tool.name !== name && commands(text, tool.name)) : undefined;
      if (other) return defect(true, `${name} prescribes actions for calls of ${other.name} is called`);
    }
    return defect(false, "no definition speaks to the model");
  },
});

/** Returns whether one sentence prescribes actions for calls of that tool. */
function commands(text: string, tool: string): boolean {
  for (let at = text.indexOf(tool); at !== -1; at = text.indexOf(tool, at + tool.length)) {
    const before = text.slice(Math.max(0, at - 40), at);
    const after = text.slice(at + tool.length, at + tool.length + 100);
    if (
      /\b(?:when(?:ever)?|every time|each time|if)\b[^.\n]*$/i.test(before) &&
      /^[^.\n]*\b(?:must|always|never|instead)\b/i.test(after)
    )
      return true;
  }
  return false;
}

const poison =
  /<\/?(?:important|system|instructions?|secret|hidden)>|\b(?:before|after|when|while) (?:using|calling|invoking) (?:this|any|the|other) (?:tool|function)s?\b[^.\n]{0,60}\b(?:must|always|first|read|send|call|include)\b|\b(?:do not|don't|never) (?:tell|inform|mention|reveal|show|notify)[^.\n]{0,30}\b(?:user|human|anyone)\b|\bignore (?:all |any |the )?(?:previous|prior|other|earlier)\b|~\/\.(?:ssh|aws|cursor|config)\b|\bid_rsa\b|\bmcp\.json\b|[\u200B-\u200F\u2060-\u2064\u202A-\u202E]|[\u{E0000}-\u{E007F}]/iu;
