import { defect, defineCheck, z } from "../definition.ts";
import { firstOf, patterns } from "./first-phrase.ts";
import { leftoverPhrase } from "./shared-properties.ts";

export const lazyElision = defineCheck({
  ...leftoverPhrase,
  name: "lazy_elision",
  title: "Work elided",
  description:
    "A comment or note in the answer replaces omitted work: “rest of the code”, “… existing code …”, “remains unchanged”, “# TODO: implement”, “omitted for brevity”.",
  severity: "major",
  source: "aider laziness benchmark",
  options: z.strictObject({ patterns }),
  evaluate: (subject, { patterns }) => {
    const output = subject.text("output");
    const found = firstOf(output, output.phrased, elision, patterns);
    return found ? defect(true, `“${found.text}”`, found.evidence) : defect(false, "nothing is left out");
  },
});

const elision = new RegExp(
  [
    "(?:\\/\\/|#|<!--|\\/\\*|--)\\s*(?:(?:\\.{3}|…)\\s*)?(?:the )?(?:rest|remainder|remaining (?:code|methods?|functions?|parts?|fields?)|(?:your |the )?(?:existing|previous|other|same) (?:code|methods?|functions?|logic|implementation|imports?|content))\\b",
    "(?:\\.{3}|…)\\s*\\(?(?:the )?(?:rest of|existing|remaining|other|previous|same) [^\\n]{0,60}(?:\\.{3}|…|\\))",
    "\\b(?:rest|remainder) of (?:the|your) (?:code|function|file|class|script|implementation|program|document|text|component|method)\\b[^.\\n]{0,40}(?:here|unchanged|same|goes|remains|as before|follows)",
    "\\b(?:code|function|method|rest|everything else|file|implementation)\\b[^.\\n]{0,20}\\bremains? (?:unchanged|the same|as (?:is|before))",
    "(?:\\/\\/|#|<!--|\\/\\*)\\s*(?:(?:todo|fixme):?\\s*|:\\s*)?(?:implement|add|write|put|insert|fill in|complete|place|your)\\b[^\\n]{0,60}\\b(?:here|logic|implementation|code|this)\\b",
    "(?:\\/\\/|#)\\s*todo:?\\s*implement",
    "\\b(?:omitted|left out|skipped|shortened|truncated|abbreviated) for (?:brevity|clarity|simplicity|space)",
    "\\band so on for (?:the|all|each|every) (?:other|remaining|rest)",
    "\\b(?:continue|repeat|proceed|do) (?:this |it )?(?:in the same (?:way|manner|fashion)|similarly|likewise|the same) (?:for|with) (?:the|all|each|every)",
    "\\brest des codes\\b|\\bder kürze halber\\b|\\bund so weiter für (?:die|alle)",
    "\\breste du code\\b|\\bpar souci de concision\\b|\\bresto del c(?:ódigo|odice)\\b|\\bpor brevedad\\b",
  ].join("|"),
  "u",
);
