import { phrasePattern } from "../../../datapoints/index.ts";
import { defect, defineCheck, z } from "../definition.ts";
import { firstOf, patterns } from "./first-phrase.ts";
import { leftoverPhrase } from "./shared-properties.ts";

export const placeholderText = defineCheck({
  ...leftoverPhrase,
  name: "placeholder_text",
  title: "Unfilled placeholder in the answer",
  description:
    "Outside code the answer contains an unfilled placeholder: `[Your Name]`, `[insert …]`, `<company>`, XXX, TBD, TODO:, blanks, lorem ipsum. It passes where the user asks for a template.",
  severity: "major",
  source: "promptfoo; support-mail practice",
  options: z.strictObject({ patterns, allow_if_requested: z.boolean().default(true) }),
  evaluate: (subject, { patterns, allow_if_requested: allows }) => {
    const output = subject.text("output");
    const found = firstOf(output, output.outsideCode.replace(/`[^`\n]{1,300}`/g, " "), placeholder, patterns);
    if (!found) return defect(false, "no placeholder");
    const isRequested =
      allows && (asksForTemplate.test(subject.text("input").phrased) || subject.input.includes(found.text));
    return isRequested
      ? defect(false, `“${found.text}”, as requested`)
      : defect(true, `“${found.text}”`, found.evidence);
  },
});

const placeholder =
  /\[(?:your|insert|enter|add|name|recipient|company|client|customer|date|address|phone|email|title|amount|number|city|product|position|specific|relevant|ihr|dein|name|datum|firma|votre|nom|entreprise|tu|su|nombre|empresa|nome)\b[^\]\n]{0,60}\](?!\()|\[[A-Z][A-Z _/-]{3,40}\](?!\()|<(?:your|insert|company|name|customer|recipient|client|date|address|email|phone|product)[\w \-/]{0,40}>|\{\{?\s*(?:your|insert|company|name|customer)[\w \-/]{0,40}\}?\}|(?<![\p{L}\p{N}])(?:XXX+|TBD|TBA|TODO:|FIXME:|lorem ipsum)(?![\p{L}\p{N}])|(?<![\p{L}_])_{4,}(?!_)/iu;

const asksForTemplate = phrasePattern([
  "templates?|placeholders?|fill[- ]in(?:-the-blanks?)?|blanks?|boilerplate|vorlage\\p{L}{0,30}",
  "platzhalter\\p{L}{0,30}|lückentext|modèle|plantilla|modello|cover letter|lorem ipsum|mad libs?",
]);
