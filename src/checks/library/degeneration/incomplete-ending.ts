import { trimEndOf } from "../../../platform/text/trim.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defect, defineCheck, passesWhenFalse, skipped, usually, z } from "../definition.ts";

export const incompleteEnding = defineCheck({
  ...usually,
  name: "incomplete_ending",
  version: 2,
  title: "Ends mid-sentence",
  description:
    "The last line of the answer's prose has no end mark or ends in a comma, an article or a conjunction. Code, tables, headings, addresses, hashtags, lines of a few words, and lists and verses without end marks are let through.",
  category: "Degeneration and hygiene",
  severity: "minor",
  output: passesWhenFalse,
  source: "signal of truncation",
  options: z.strictObject({}),
  evaluate: (subject) => {
    const output = subject.text("output");
    const text = output.trimmed;
    if (text === "") return skipped("the response is blank");
    const last = text.slice(text.lastIndexOf("\n") + 1).trim();
    const lastBlock = output.codeBlocks.at(-1);
    if (lastBlock && lastBlock.end >= output.text.trimEnd().length) return defect(false, "ends in code");
    if (isNoProse(last) || output.json.ok) return defect(false, "the last line isn't prose");
    const bare = trimEndOf(last, /[\s*_~`]/);
    const end = output.text.lastIndexOf(last);
    const evidence = [output.evidence(end, end + last.length)];
    if (dangling.test(bare)) return defect(true, `ends with “${bare.slice(-40)}”`, evidence);
    if (endMark.test(bare)) return defect(false, "ends with an end mark");
    const before =
      text
        .slice(0, text.length - last.length)
        .trimEnd()
        .split("\n")
        .at(-1)
        ?.trim() ?? "";
    if (wordsOf(before).length >= 3 && !isNoProse(before) && !endMark.test(before) && !/[,،、]$/.test(before))
      return defect(false, "the lines end without marks");
    if (wordsOf(bare).length < 8 && !/[\u3040-\u30ff\u3400-\u9fff]{20}/u.test(bare))
      return defect(false, "the last line is a few words");
    return defect(true, `ends with “${bare.slice(-40)}”`, evidence);
  },
});

function isNoProse(line: string): boolean {
  const lastWord = line.split(/\s/).at(-1) ?? "";
  return (
    /^(?:#{1,6}\s|\|.*\||>|[-*_=]{3,}$|!\[|[\\$])|[|$}\]>]$/u.test(line) ||
    /https?:\/\/.|#[\p{L}\p{N}_]+$/u.test(lastWord) ||
    (lastWord === line && /.@./.test(line))
  );
}

const endMark = /[.!?…:;)"'”’»)】」』\]。！？।؟۔。|»›։។။።།]$|\p{Extended_Pictographic}\ufe0f?$/u;

const dangling =
  /(?:[,،、-]|(?<![\p{L}\p{N}])(?:and|or|but|because|the|a|an|of|to|with|for|in|that|which|und|oder|aber|weil|der|die|das|ein|eine|mit|für|et|ou|mais|le|la|les|un|une|de|du|des|avec|y|o|pero|el|los|las|con|para|ma|il|lo|gli|di|e|mas|os|as|com|en|of|maar|het|een|van))$/iu;
