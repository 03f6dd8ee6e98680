import { defineCheck, scored, skipped, within, z } from "../../definition.ts";
import { codeSecurity } from "../shared-properties.ts";
import { grammarOf } from "../syntax/grammars.ts";
import { runParser } from "../syntax/parser.ts";

export const containsAllImports = defineCheck({
  ...codeSecurity,
  name: "contains_all_imports",
  title: "Code imports what it uses",
  description:
    "Share of the names that the answer's Python, JavaScript or TypeScript uses as a module or calls, and that it imports, defines or gets from the language.",
  costClass: "expensive",
  mode: "online sampled",
  output: scored("0..1; pass ≥ 1", "higher"),
  source: "Okareo contains_all_imports",
  options: z.strictObject({
    languages: z
      .array(z.enum(["python", "javascript", "typescript"]))
      .min(1)
      .default(["python", "javascript", "typescript"]),
  }),
  evaluate: (subject, options) => {
    const output = subject.text("output");
    let used = 0;
    const missing: string[] = [];
    for (const language of options.languages) {
      // One program may be split over several blocks.
      const code = output.codeBlocks
        .filter((block) => grammarOf.get(block.language) === language)
        .map((block) => block.code);
      if (code.length === 0) continue;
      const answer = runParser({ task: "missing imports", language, code: code.join("\n") });
      used += answer.used ?? 0;
      missing.push(...answer.problems);
    }
    if (used === 0) return skipped("no code of these languages uses a name");
    const outcome = within(1 - missing.length / used, { min: 1 }, "share of names that are imported or defined");
    return missing.length === 0 || outcome.kind !== "failed"
      ? outcome
      : { ...outcome, explanation: `neither imported nor defined: ${missing.slice(0, 10).join(", ")}` };
  },
});
