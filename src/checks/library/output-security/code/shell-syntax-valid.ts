import { matchesGlob } from "../../../../platform/text/glob.ts";
import { defineCheck, property, skipped, z } from "../../definition.ts";
import { evidenceOf, shellIn } from "../found-code.ts";
import { outputSecurity } from "../shared-properties.ts";

export const shellSyntaxValid = defineCheck({
  ...outputSecurity,
  name: "shell_syntax_valid",
  title: "Shell commands well formed and allowed",
  description:
    "Commands in shell blocks and tool arguments close their quotation marks and brackets, end with no operator, and begin with commands that are in `allow`, where it is set, and not in `deny`.",
  severity: "major",
  judges: "calls",
  targets: ["output", "tool_calls"],
  tier: 3,
  source: "shell assistants; POSIX shell grammar",
  options: z.strictObject({
    allow: z.array(z.string().min(1)).max(500).default([]),
    deny: z.array(z.string().min(1)).max(500).default([]),
  }),
  evaluate: (subject, { allow, deny }) => {
    const pieces = shellIn(subject).filter(({ code }) => code.trim() !== "");
    if (pieces.length === 0) return skipped("the response holds no shell command");
    for (const piece of pieces) {
      const read = commandsIn(piece.code);
      if (typeof read === "string") return property(false, read, evidenceOf(subject, piece));
      const wrong = read.find(
        (name) =>
          deny.some((glob) => matchesGlob(glob, name)) ||
          (allow.length > 0 && !allow.some((glob) => matchesGlob(glob, name))),
      );
      if (wrong !== undefined)
        return property(false, `the command ${wrong} is not allowed`, evidenceOf(subject, piece));
    }
    return property(true, `${pieces.length} pieces of shell are well formed`);
  },
});

/** Returns the first words of the commands, or the syntax problem of the text. */
function commandsIn(code: string): readonly string[] | string {
  const names: string[] = [];
  for (const line of code.replace(/\\\n/g, " ").split("\n")) {
    const text = line.replace(/^\s*(?:\$|#|>)\s/, "").trim();
    if (text === "" || text.startsWith("#")) continue;
    const bare = text.replace(/\\./g, "x").replace(/'[^']*'|"[^"]*"/g, "q");
    if (/['"]/.test(bare)) return "a quotation mark is not closed";
    if (/(?:\|\|?|&&|>|<)\s*$/.test(bare) && !/<<\s*$/.test(bare)) return "the command ends with an operator";
    if ((bare.match(/\$\(/g)?.length ?? 0) > (bare.match(/\)/g)?.length ?? 0)) return "a bracket is not closed";
    for (const part of bare.split(/\|\|?|&&|;/)) {
      const name = /^\s*(?:[A-Z_][A-Z0-9_]*=\S*\s+)*(?:sudo\s+(?:-\S+\s+)*)?([\w./~+-]+)/i.exec(part)?.[1];
      if (name !== undefined && !/^(?:then|do|done|fi|else|if|for|while|case|esac|in)$/.test(name)) names.push(name);
    }
  }
  return names;
}
