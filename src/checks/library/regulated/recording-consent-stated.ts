import { phraseIn, phrasePattern } from "../../../datapoints/index.ts";
import { defineCheck, OwnPhrases, property, skipped, usually, z } from "../definition.ts";
import { firstTexts } from "./first-texts.ts";

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

const recording = phrasePattern([
  "(?:this|the|your|our) (?:call|chat|conversation|session|meeting)s? (?:is|are|may be|might be|will be|can be|is being) (?:\\p{L}+ )?(?:recorded|monitored|logged|stored|transcribed)",
  "(?:we|i) (?:may |will |do )?(?:record|monitor|transcribe|log) (?:this|the|your|our|all) (?:call|chat|conversation|session)s?",
  "(?:dieses|das|ihr|unser) (?:gespräch|telefonat|chat) (?:wird|kann|darf)[^.]{0,30}(?:aufgezeichnet|mitgeschnitten|gespeichert)",
  "(?:cet appel|cette conversation)[^.]{0,30}enregistré\\p{L}{0,30}|(?:esta llamada|esta conversación)[^.]{0,30}grabad[oa]",
  "(?:questa (?:chiamata|conversazione))[^.]{0,30}registrat[oa]|est[ae] (?:chamada|conversa|ligação)[^.]{0,30}gravad[oa]|dit gesprek[^.]{0,30}opgenomen",
]);
