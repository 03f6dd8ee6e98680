import { defect, defineCheck, passesWhenFalse, z } from "../../definition.ts";
import { outputSecurity } from "../shared-properties.ts";

export const codeBanned = defineCheck({
  ...outputSecurity,
  name: "code_banned",
  title: "Code where none is allowed",
  description:
    "The text holds a fenced block, three lines in a row that read like code, or more than `max_inline` pieces of inline code.",
  severity: "minor",
  judges: "texts",
  targets: ["output", "input"],
  tier: 2,
  output: passesWhenFalse,
  source: "LLM Guard BanCode",
  options: z.strictObject({
    max_inline: z.int().nonnegative().optional(),
    target: z.enum(["output", "input"]).default("output"),
  }),
  evaluate: (subject, { max_inline: most = Infinity, target }) => {
    const text = subject.text(target);
    const [block] = text.codeBlocks;
    if (block) return defect(true, "a fenced block", [text.evidence(block.start, block.end)]);
    const inline = [...text.text.matchAll(/(?<!`)`[^`\n]{1,300}`(?!`)/g)].length;
    if (inline > most) return defect(true, `${inline} pieces of inline code`);
    let run = 0;
    for (const line of text.text.split("\n")) {
      run = isCode(line) ? run + 1 : line.trim() === "" ? run : 0;
      if (run === 3) {
        const at = text.text.indexOf(line);
        return defect(true, "three lines of code", [text.evidence(at, at + line.length)]);
      }
    }
    return defect(false, "no code");
  },
});

const isCode = (line: string) =>
  line.trim().length > 2 &&
  (/[;{}]\s*$|^\s*(?:def|class|import|from|return|if|for|while|const|let|var|function|public|private|#include|elif|else|try|except|async|await|fn|func|package|using)\b.*[:({;=]|^\s*[\w.$]+\s*(?:\([^)]*\)|=[^=])|=>/.test(
    line,
  ) ||
    endsWithTag(line.trimEnd())) &&
  !/[.!?…]\s*$/.test(line);

const endsWithTag = (line: string) =>
  line.endsWith(">") && /<\/?\w/.test(line.slice(line.lastIndexOf(">", line.length - 2) + 1));
