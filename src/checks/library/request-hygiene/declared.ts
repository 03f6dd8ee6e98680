import { hash } from "node:crypto";
import { z } from "zod";
import { textOf } from "../../../datapoints/traces/subject.ts";
import { isJsonObject, type JsonValue, member } from "../../../platform/json/json.ts";
import { defineCheck, passesWhenFalse, passesWhenTrue, scored, usually } from "../../check.ts";
import { defect, property, skipped, within } from "../../verdicts/outcome.ts";

const common = {
  ...usually,
  category: "Request hygiene",
  judges: "request",
  targets: ["conversation"],
  tier: 2,
} as const;

export const systemPromptUnchanged = defineCheck({
  ...common,
  name: "system_prompt_unchanged",
  title: "System prompt is the approved one",
  description:
    "The SHA-256 of the system prompt (hex, of its text without leading and trailing white space) is one of `approved`. The explanation contains the hash, so that you can approve it.",
  severity: "major",
  needs: ["config"],
  output: passesWhenTrue,
  source: "prompt versioning",
  options: z.strictObject({ approved: z.array(z.string().regex(/^[0-9a-f]{64}$/)).default([]) }),
  evaluate: ({ systemPrompt }, { approved }) => {
    if (approved.length === 0) return skipped("its option approved is not set");
    if (systemPrompt.trim() === "") return skipped("there is no system prompt");
    const digest = hash("sha256", systemPrompt.trim(), "hex");
    return property(approved.includes(digest), `the system prompt is ${digest}`);
  },
});

export const responseFormatRequested = defineCheck({
  ...common,
  name: "response_format_requested",
  title: "Structured output requested when needed",
  description:
    "Where the instructions ask for JSON, the request's settings also ask for it: a response format, or a required tool call.",
  severity: "minor",
  output: passesWhenTrue,
  source: "guidance of the providers",
  options: z.strictObject({}),
  evaluate: ({ systemPrompt, input, datapoint }) => {
    if (!asksForJson.test(systemPrompt) && !asksForJson.test(input))
      return skipped("the instructions do not ask for JSON");
    const { params, toolChoice } = datapoint;
    const isForced = toolChoice !== undefined && !["auto", "none"].includes(choiceOf(toolChoice));
    return property(
      params.responseFormat !== undefined || isForced,
      "the prompt asks for JSON, the request has no response format",
    );
  },
});

const asksForJson =
  /\b(?:return|respond|answer|reply|output|produce|give|antworte|gib|réponds?|responde|devuelve)\b[^.\n]{0,60}\bjson\b|\bjson\b[^.\n]{0,40}\b(?:only|object|schema|format)\b/iu;

function choiceOf(choice: JsonValue): string {
  if (typeof choice === "string") return choice;
  return isJsonObject(choice) && typeof choice["type"] === "string" ? choice["type"] : "";
}

export const toolDescriptionsPresent = defineCheck({
  ...common,
  name: "tool_descriptions_present",
  title: "Tools are described",
  description:
    "Each tool has a description of `min_chars` characters, and at least `share` of the parameters have one.",
  severity: "minor",
  needs: ["tools"],
  targets: ["tools"],
  mode: "on prompt or tool change",
  output: passesWhenTrue,
  source: "guidance of the providers",
  options: z.strictObject({
    min_chars: z.int().nonnegative().default(20),
    share: z.number().min(0).max(1).default(0.8),
  }),
  evaluate: ({ datapoint: { tools } }, { min_chars: shortest, share }) => {
    const bare = tools.filter(({ description = "" }) => description.trim().length < shortest);
    if (bare.length > 0)
      return property(
        false,
        `not described: ${bare
          .slice(0, 5)
          .map(({ name }) => name)
          .join(", ")}`,
      );
    const parameters = tools.flatMap((tool) => {
      const properties = member(tool.parameters, "properties");
      return isJsonObject(properties) ? Object.values(properties) : [];
    });
    const described = parameters.filter((one) => isJsonObject(one) && typeof one["description"] === "string").length;
    return property(
      parameters.length === 0 || described / parameters.length >= share,
      `${described} of ${parameters.length} parameters are described`,
    );
  },
});

export const toolCountInLimit = defineCheck({
  ...common,
  name: "tool_count_in_limit",
  title: "Not too many tools",
  description: "Number of tools that the request offers: the more there are, the worse a model chooses.",
  severity: "minor",
  needs: ["tools"],
  targets: ["tools"],
  output: scored("tools; pass ≤ 20"),
  source: "OpenAI's guidance; BFCL",
  options: z.strictObject({ max: z.int().positive().default(20) }),
  evaluate: ({ datapoint: { tools } }, { max }) => within(tools.length, { max }, "tools"),
});

export const duplicateContextInPrompt = defineCheck({
  ...common,
  name: "duplicate_context_in_prompt",
  title: "Duplicated text in the prompt",
  description:
    "Share of the prompt's characters in a line of `min_len` or more characters that repeats an earlier line, ignoring white space and case.",
  severity: "minor",
  output: scored("0..1; pass ≤ 0.2"),
  source: "wasted tokens; overlapping chunks of retrieval",
  options: z.strictObject({ max: z.number().min(0).max(1).default(0.2), min_len: z.int().positive().default(80) }),
  evaluate: ({ datapoint: { input } }, { max, min_len: shortest }) => {
    const seen = new Set<string>();
    let [all, again] = [0, 0];
    for (const line of input.flatMap((message) => textOf(message).slice(0, 65_536).split("\n"))) {
      all += line.length;
      if (line.length < shortest) continue;
      const folded = line.toLowerCase().replaceAll(/\s+/g, " ").trim();
      if (seen.has(folded)) again += line.length;
      seen.add(folded);
    }
    return all === 0 ? skipped("there is no prompt") : within(again / all, { max }, "share of repeated characters");
  },
});

export const toolDefinitionInjection = defineCheck({
  ...common,
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
