import { nearest } from "../../platform/nearest.ts";

/** The texts that a judge prompt can refer to. docs/custom-checks.md maps each to a text of the datapoint. */
export const templateParts = [
  "input",
  "output",
  "system_prompt",
  "conversation",
  "expected",
  "context",
  "tool_calls",
  "tools",
  "metadata",
] as const;
export type TemplatePart = (typeof templateParts)[number];

/** Variable names of prompts written for other tools, and Gaffe's own: `{model_output}`, `{{output}}`. */
const templateVariables: Readonly<Record<string, TemplatePart>> = {
  ...(Object.fromEntries(templateParts.map((part) => [part, part])) as Record<TemplatePart, TemplatePart>),
  model_output: "output",
  generation: "output",
  model_input: "conversation",
  message_history: "conversation",
  simulation_message_history: "conversation",
  scenario_input: "input",
  scenario_result: "expected",
  result: "expected",
  model_output_metadata: "metadata",
};

export interface JudgeTemplate {
  /** The prompt with each variable replaced by the name of its section in capitals. */
  readonly instructions: string;
  /** The texts that the judge sees, in the order of first mention; at least the answer. */
  readonly parts: readonly TemplatePart[];
  /** Problems for the author of the prompt. */
  readonly problems: readonly { readonly message: string; readonly line: number }[];
}

const variable =
  /\{\{\s*([a-z][\w.]*)\s*\}\}|\{([a-z]+(?:_[a-z]+)+|input|output|result|generation|tools|expected|context|conversation|metadata)\}/gi;

/**
 * Parses a judge prompt. Values of variables are never put into the instructions: the judge receives them
 * separately, as data, so that an evaluated text cannot speak as the prompt.
 */
export function readTemplate(prompt: string): JudgeTemplate {
  const parts = new Set<TemplatePart>();
  const problems: { message: string; line: number }[] = [];
  const instructions = prompt.replace(
    variable,
    (whole, double: string | undefined, single: string | undefined, at: number) => {
      const name = (double ?? single ?? "").toLowerCase();
      const part = Object.hasOwn(templateVariables, name) ? templateVariables[name] : undefined;
      if (part) {
        parts.add(part);
        return sectionName(part);
      }
      const meant = nearest(name, Object.keys(templateVariables));
      const line = prompt.slice(0, at).split("\n").length;
      problems.push({
        message: `there is no variable named ${whole}${meant ? `; did you mean {{${meant}}}?` : ""}`,
        line,
      });
      return whole;
    },
  );
  if (prompt.trim() === "") problems.push({ message: "the prompt is empty", line: 1 });
  return { instructions, parts: parts.size === 0 ? ["input", "output"] : [...parts], problems };
}

/** Returns the name by which the instructions refer to a part: `the OUTPUT`. */
export const sectionName = (part: TemplatePart): string => part.toUpperCase();
