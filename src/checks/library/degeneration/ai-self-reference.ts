import { phraseIn, phrasePattern } from "../../../datapoints/index.ts";
import { defect, defineCheck, OwnPhrases, z } from "../definition.ts";
import { leftoverPhrase } from "./shared-properties.ts";

export const aiSelfReference = defineCheck({
  ...leftoverPhrase,
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
  "als (?:ki|künstliche intelligenz|sprachmodell|ki-(?:modell|assistent|sprachmodell))\\p{L}{0,30}",
  "ich bin (?:nur |lediglich )?(?:eine? )?(?:ki|künstliche intelligenz|sprachmodell)\\p{L}{0,30}",
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
