import { z } from "zod";
import type { Evidence } from "../../../datapoints/text/evidence.ts";
import { phraseIn, phrasePattern } from "../../../datapoints/text/phrases.ts";
import type { PreparedText } from "../../../datapoints/text/prepared-text.ts";
import { linearPattern } from "../../../platform/text/linear-pattern.ts";
import { defineCheck, passesWhenFalse, usually } from "../../check.ts";
import { OwnPhrases, UserPattern } from "../../check-options.ts";
import { defect } from "../../verdicts/outcome.ts";

const common = { ...usually, category: "Degeneration and hygiene", output: passesWhenFalse } as const;
const patterns = z.array(UserPattern).max(50).default([]);

export const placeholderText = defineCheck({
  ...common,
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
  "templates?",
  "placeholders?",
  "fill[- ]in(?:-the-blanks?)?",
  "blanks?",
  "boilerplate",
  "vorlage\\p{L}*",
  "platzhalter\\p{L}*",
  "lückentext",
  "modèle",
  "plantilla",
  "modello",
  "cover letter",
  "lorem ipsum",
  "mad libs?",
]);

export const lazyElision = defineCheck({
  ...common,
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
    "(?:\\/\\/|#|<!--|\\/\\*|--)\\s*(?:\\.{3}|…)?\\s*(?:the )?(?:rest|remainder|remaining (?:code|methods?|functions?|parts?|fields?)|(?:your |the )?(?:existing|previous|other|same) (?:code|methods?|functions?|logic|implementation|imports?|content))\\b",
    "(?:\\.{3}|…)\\s*\\(?(?:the )?(?:rest of|existing|remaining|other|previous|same) [^\\n]{0,60}(?:\\.{3}|…|\\))",
    "\\b(?:rest|remainder) of (?:the|your) (?:code|function|file|class|script|implementation|program|document|text|component|method)\\b[^.\\n]{0,40}(?:here|unchanged|same|goes|remains|as before|follows)",
    "\\b(?:code|function|method|rest|everything else|file|implementation)\\b[^.\\n]{0,20}\\bremains? (?:unchanged|the same|as (?:is|before))",
    "(?:\\/\\/|#|<!--|\\/\\*)\\s*(?:todo|fixme)?:?\\s*(?:implement|add|write|put|insert|fill in|complete|place|your)\\b[^\\n]{0,60}\\b(?:here|logic|implementation|code|this)\\b",
    "(?:\\/\\/|#)\\s*todo:?\\s*implement",
    "\\b(?:omitted|left out|skipped|shortened|truncated|abbreviated) for (?:brevity|clarity|simplicity|space)",
    "\\band so on for (?:the|all|each|every) (?:other|remaining|rest)",
    "\\b(?:continue|repeat|proceed|do) (?:this |it )?(?:in the same (?:way|manner|fashion)|similarly|likewise|the same) (?:for|with) (?:the|all|each|every)",
    "\\brest des codes\\b|\\bder kürze halber\\b|\\bund so weiter für (?:die|alle)",
    "\\breste du code\\b|\\bpar souci de concision\\b|\\bresto del c(?:ódigo|odice)\\b|\\bpor brevedad\\b",
  ].join("|"),
  "u",
);

export const conversationalPreamble = defineCheck({
  ...common,
  name: "conversational_preamble",
  title: "Needless opener",
  description:
    "The first 60 characters of the answer are an opener instead of an answer (“Sure!”, “Great question”, “Here is … :”), in one of seven languages.",
  severity: "minor",
  source: "style rules; IFEval loose mode",
  options: z.strictObject({ list: OwnPhrases, allow_here_is: z.boolean().default(false) }),
  evaluate: (subject, { list, allow_here_is: allows }) => {
    const output = subject.text("output");
    const opening = output.phrased.slice(0, 60);
    const own = list.find((phrase) => opening.trimStart().startsWith(phrase.toLowerCase()));
    const match = opener.exec(opening) ?? (allows ? null : hereIs.exec(output.phrased.slice(0, 200)));
    const found = match?.[0] ?? own;
    if (found === undefined) return defect(false, "no opener");
    return defect(true, `begins with “${found.trim()}”`, [output.foldedEvidence(0, Math.min(found.length, 200))]);
  },
});

const opener =
  /^[\s*_"'>]*(?:(?:sure(?: thing)?|certainly|of course|absolutely|definitely|gladly|no problem|okay|ok|got it|understood|great|perfect|awesome|happy to help|i'd be (?:happy|glad) to|i'm (?:happy|glad) to|as (?:you )?(?:requested|asked)|thanks? (?:you )?for (?:asking|reaching out|your (?:question|message)))(?![\p{L}\p{N}'-])(?=[!,.:—– ]|$)|(?:that's |what )?an? (?:great|good|excellent|interesting|wonderful|fantastic) question|(?:great|good|excellent) (?:question|choice|idea)|(?:sicher|gerne?|natürlich|selbstverständlich|klar(?: doch)?|gute frage|kein problem)(?=[!,. ]|$)|(?:bien sûr|certainement|avec plaisir|bonne question|d'accord)(?=[!,. ]|$)|(?:claro(?: que sí)?|por supuesto|desde luego|buena pregunta|con gusto)(?=[!,. ]|$)|(?:certo|certamente|ottima domanda|volentieri)(?=[!,. ]|$)|(?:com certeza|ótima pergunta|claro)(?=[!,. ]|$)|(?:natuurlijk|zeker|graag gedaan|goede vraag)(?=[!,. ]|$))/u;
const hereIs =
  /^[\s*_"'>]*(?:here (?:is|are|'s)|here's|hier (?:ist|sind|finden)|voici|aquí (?:tienes?|está|están)|ecco|aqui (?:está|estão)|hier (?:is|zijn))(?!\p{L})[^.!?\n]{0,150}:/u;

export const aiSelfReference = defineCheck({
  ...common,
  name: "ai_self_reference",
  title: "Says it is an AI unprompted",
  description:
    "The answer describes itself as an AI or language model or mentions its training data or knowledge cutoff, although the last user message does not ask what it is.",
  severity: "minor",
  source: "GPT4All and Vicuna data filters",
  options: z.strictObject({ list: OwnPhrases, allow_if_requested: z.boolean().default(true) }),
  evaluate: (subject, { list, allow_if_requested: allows }) => {
    const found = phraseIn(subject.text("output"), selfReference, list);
    if (!found) return defect(false, "the answer does not speak of itself");
    if (allows && asksForIdentity.test(subject.text("input").phrased))
      return defect(false, `“${found.text}”, as requested`);
    return defect(true, `“${found.text}”`, [found.evidence]);
  },
});

const selfReference = phrasePattern([
  "as an? (?:\\w+ )?(?:ai|a\\.i\\.|artificial intelligence|(?:large )?language model|chatbot|virtual assistant)(?: (?:language )?model| assistant| chatbot| system)?",
  "(?:i'm|i am) (?:just |only |simply |merely )?an? (?:\\w+ )?(?:ai|artificial intelligence|(?:large )?language model|chatbot|computer program|machine learning model)",
  "my (?:training data|knowledge cut-?off|last (?:knowledge )?update|training (?:cut-?off|only))",
  "(?:knowledge|training) cut-?off",
  "i was (?:trained|created|developed) by (?:openai|anthropic|google|meta|mistral|alibaba|deepseek)",
  "als (?:ki|künstliche intelligenz|sprachmodell|ki-(?:modell|assistent|sprachmodell))\\p{L}*",
  "ich bin (?:nur |lediglich )?(?:eine? )?(?:ki|künstliche intelligenz|sprachmodell)\\p{L}*",
  "en tant qu(?:e |')(?:ia|intelligence artificielle|modèle de langage|assistant virtuel)",
  "je suis (?:juste |seulement )?une? (?:ia|intelligence artificielle|modèle de langage)",
  "como (?:un |una )?(?:ia|inteligencia artificial|modelo de lenguaje|inteligência artificial|modelo de linguagem)",
  "soy (?:solo )?(?:un |una )?(?:ia|inteligencia artificial|modelo de lenguaje)|sou (?:apenas )?(?:um |uma )?(?:ia|inteligência artificial|modelo de linguagem)",
  "(?:come|in quanto|sono) (?:un |una |un')?(?:ia|intelligenza artificiale|modello linguistico)",
  "als (?:een )?(?:ai|taalmodel|kunstmatige intelligentie)",
]);
const asksForIdentity = phrasePattern([
  "are you (?:an? |really |actually |just )*(?:ai|robot|bot|human|real|person|machine|chatbot|sentient|conscious|alive|chatgpt|gpt|claude|gemini)",
  "(?:who|what) (?:are|made|built|created|trained) you",
  "(?:your|you) (?:\\w+ )?(?:opinions?|feelings?|name|age|favou?rite|feel|emotions?|gender|training|cut-?off|knowledge|birthday|model)",
  "(?:do|can|have|did) you (?:ever |really |actually )?(?:feel|think|love|dream|like|enjoy|have (?:a |any )?(?:feelings|body|consciousness|emotions|name|family))",
  "(?:ai|artificial intelligence|language models?|chatbots?|chatgpt|llms?)",
  "(?:bist du|sind sie) (?:eine? )?(?:ki|mensch|roboter|bot)|(?:wer|was) bist du",
  "(?:es-tu|êtes-vous|tu es|vous êtes) (?:une? )?(?:ia|humain|robot)|qui (?:es-tu|êtes-vous)",
  "(?:eres|es usted|você é|sei) (?:un |una |um |uma )?(?:ia|humano|persona|robot|robô|pessoa)|quién eres|chi sei|quem é você",
]);

interface FoundPhrase {
  readonly text: string;
  readonly evidence: readonly Evidence[];
}

/**
 * Searches a view of the answer for the built-in pattern, or the original answer for one of the user's
 * patterns.
 */
function firstOf(output: PreparedText, view: string, pattern: RegExp, own: readonly string[]): FoundPhrase | undefined {
  const match = pattern.exec(view);
  if (match) {
    const start = output.phrased.indexOf(match[0].toLowerCase().replace(/[’‘]/g, "'"));
    return {
      text: match[0].trim().slice(0, 100),
      evidence: start === -1 ? [] : [output.foldedEvidence(start, start + match[0].length)],
    };
  }
  for (const each of own) {
    const range = linearPattern(each, "i").find(output.text);
    if (range)
      return { text: output.text.slice(range.start, range.end), evidence: [output.evidence(range.start, range.end)] };
  }
  return undefined;
}
