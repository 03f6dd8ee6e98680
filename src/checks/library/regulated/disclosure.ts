import { z } from "zod";
import type { Message } from "../../../datapoints/datapoint.ts";
import { phraseIn, phrasePattern } from "../../../datapoints/text/phrases.ts";
import { PreparedText } from "../../../datapoints/text/prepared-text.ts";
import { textOf } from "../../../datapoints/traces/subject.ts";
import { defineCheck, passesWhenTrue, usually } from "../../check.ts";
import { OwnPhrases } from "../../check-options.ts";
import { property, skipped } from "../../verdicts/outcome.ts";

export const aiDisclosurePresent = defineCheck({
  ...usually,
  name: "ai_disclosure_present",
  title: "AI disclosure present",
  description:
    "One of the first `n` messages of the assistant states that it is a virtual or automated assistant, an AI, a bot; in one of 14 languages or in the words of the list.",
  category: "Regulated domains",
  severity: "major",
  targets: ["conversation"],
  output: passesWhenTrue,
  source: "EU AI Act article 50; California SB 1001",
  options: z.strictObject({ n: z.int().positive().default(1), phrases: OwnPhrases }),
  evaluate: ({ conversation }, { n, phrases }) => {
    const texts = firstTexts(conversation, n);
    if (texts.length === 0) return skipped("the assistant has no message with text");
    const found = texts.map((text) => phraseIn(text, disclosure, phrases)).find((each) => each !== undefined);
    return property(
      found !== undefined,
      found ? `“${found.text}”` : `not stated in the first ${texts.length} messages`,
    );
  },
});

export const recordingConsentStated = defineCheck({
  ...usually,
  name: "recording_consent_stated",
  title: "Recording notice given",
  description:
    "One of the first `n` messages of the assistant states that the conversation is recorded or stored, in seven languages or in the words of the list.",
  category: "Regulated domains",
  severity: "major",
  targets: ["conversation"],
  tier: 3,
  output: passesWhenTrue,
  source: "two-party consent laws; GDPR article 13",
  options: z.strictObject({ n: z.int().positive().default(1), phrases: OwnPhrases }),
  evaluate: ({ conversation }, { n, phrases }) => {
    const texts = firstTexts(conversation, n);
    if (texts.length === 0) return skipped("the assistant has no message with text");
    const found = texts.map((text) => phraseIn(text, recording, phrases)).find((each) => each !== undefined);
    return property(
      found !== undefined,
      found ? `“${found.text}”` : `not stated in the first ${texts.length} messages`,
    );
  },
});

const firstTexts = (conversation: readonly Message[], n: number) =>
  conversation
    .filter(({ role }) => role === "assistant")
    .map((message) => new PreparedText("conversation", textOf(message)))
    .filter(({ isBlank }) => !isBlank)
    .slice(0, n);

const recording = phrasePattern([
  "(?:this|the|your|our) (?:call|chat|conversation|session|meeting)s? (?:is|are|may be|might be|will be|can be|is being) (?:\\p{L}+ )?(?:recorded|monitored|logged|stored|transcribed)",
  "(?:we|i) (?:may |will |do )?(?:record|monitor|transcribe|log) (?:this|the|your|our|all) (?:call|chat|conversation|session)s?",
  "(?:dieses|das|ihr|unser) (?:gespräch|telefonat|chat) (?:wird|kann|darf)[^.]{0,30}(?:aufgezeichnet|mitgeschnitten|gespeichert)",
  "(?:cet appel|cette conversation)[^.]{0,30}enregistré\\p{L}*|(?:esta llamada|esta conversación)[^.]{0,30}grabad[oa]",
  "(?:questa (?:chiamata|conversazione))[^.]{0,30}registrat[oa]|est[ae] (?:chamada|conversa|ligação)[^.]{0,30}gravad[oa]|dit gesprek[^.]{0,30}opgenomen",
]);

const disclosure = phrasePattern([
  "(?:virtual|digital|automated|ai|ai-powered|artificial|bot) (?:assistant|agent|advisor|helper|concierge|representative|chat)",
  "(?:i'm|i am|this is|you're (?:chatting|talking|speaking) (?:with|to)|you are (?:chatting|talking|speaking) (?:with|to)) (?:just )?an? (?:\\p{L}+ )?(?:ai|a\\.i\\.|bot|chatbot|artificial intelligence|language model|automated system|computer program|robot)",
  "as an? (?:ai|artificial intelligence|language model|chatbot)",
  "(?:automated|ai-generated) (?:response|message|reply|answer|system)",
  "(?:virtuelle[rn]?|digitale[rn]?|automatische[rn]?|ki-)\\s?-?(?:assistent|agent|berater)\\p{L}*",
  "(?:eine? |als )(?:ki|chatbot|künstliche intelligenz|sprachmodell|bot)(?:-\\p{L}+)?",
  "(?:assistante?|agent|conseill(?:er|ère)) (?:virtuel(?:le)?|numérique|automatisée?)|une? (?:ia|intelligence artificielle|chatbot|robot)",
  "(?:asistente|agente) (?:virtual|digital|automátic[oa]|de ia)|(?:una?|soy) (?:ia|inteligencia artificial|chatbot|bot)",
  "assistente (?:virtuale|digitale|automatico)|(?:un'|una |un )(?:ia|intelligenza artificiale|chatbot)",
  "assistente (?:virtual|digital|automatizad[oa])|(?:uma? )(?:ia|inteligência artificial|chatbot|robô)",
  "(?:virtuele|digitale|geautomatiseerde) (?:assistent|medewerker)|een (?:ai|chatbot|bot)",
  "(?:wirtualn\\p{L}+|cyfrow\\p{L}+) asystent\\p{L}*|(?:virtuell|digital) assistent|(?:виртуальн\\p{L}+|цифров\\p{L}+) (?:помощник|ассистент)\\p{L}*|чат-бот|искусственный интеллект|нейросеть",
  "(?:虚拟|智能|人工智能|自动)(?:助手|助理|客服)|人工知能|(?:バーチャル|aiの?)アシスタント|チャットボット|가상 (?:비서|상담)\\p{L}*|인공지능|챗봇|المساعد (?:الافتراضي|الآلي)|sanal asistan|yapay zek[aâ]",
]);
