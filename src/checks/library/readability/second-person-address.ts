import { defineCheck, property, skipped, z } from "../definition.ts";
import { languageOfOutput } from "./reading-language.ts";
import { wordingRule } from "./shared-properties.ts";
import { wordPattern } from "./word-pattern.ts";

export const secondPersonAddress = defineCheck({
  ...wordingRule,
  name: "second_person_address",
  costClass: "medium",
  title: "Required form of address",
  description:
    "Where the answer addresses the reader it does so in the wanted register, and in one only: Sie or du, vous or tu, usted or tú, Lei or tu, u or je, Вы or ты, Pan or ty. In English `formal` has no “you”.",
  source: "style guides of localisation",
  options: z.strictObject({
    register: z.enum(["formal", "informal"]).default("formal"),
    lang: z.enum(["auto", "en", "de", "fr", "es", "it", "nl", "ru", "pl"]).default("auto"),
  }),
  evaluate: (subject, { register, lang }) => {
    const language = lang === "auto" ? subject.once(languageOfOutput) : lang;
    const forms = addresses.get(language ?? "");
    if (!forms) return skipped("there is no rule for the answer's language");
    const { prose } = subject.text("output");
    const [formal, informal] = [prose.match(forms.formal) ?? [], prose.match(forms.informal) ?? []];
    if (formal.length + informal.length === 0) return skipped("the answer does not address the reader");
    const wrong = register === "formal" ? informal : formal;
    return property(
      wrong.length === 0,
      wrong.length === 0 ? `the address is ${register}` : `“${wrong[0]?.trim()}” is not ${register}`,
    );
  },
});

/** Matches nothing, for languages without this register. */
const none = /(?!)/g;

const addresses: ReadonlyMap<string, { readonly formal: RegExp; readonly informal: RegExp }> = new Map([
  ["en", { formal: none, informal: wordPattern("you|your|yours|yourself|yourselves") }],
  [
    "de",
    {
      formal: wordPattern("Ihnen|Ihre[mnrs]?|(?<=\\p{L},? )Sie|Ihr(?= \\p{Lu})", "gu"),
      informal: wordPattern("du|dich|dir|deine?[mnrs]?|euch|eure?[mnrs]?"),
    },
  ],
  ["fr", { formal: wordPattern("vous|votre|vos|vôtres?"), informal: wordPattern("tu|toi|ton|ta|tes|te") }],
  [
    "es",
    { formal: wordPattern("usted|ustedes"), informal: wordPattern("tú|ti|contigo|tu|tus|te|vosotros|vuestr[oa]s?") },
  ],
  [
    "it",
    {
      formal: wordPattern("Lei|Suo|Sua|Suoi|Sue|Le(?= \\p{Ll})", "gu"),
      informal: wordPattern("tu|ti|te|tuo|tua|tuoi|tue"),
    },
  ],
  ["nl", { formal: wordPattern("u|uw"), informal: wordPattern("je|jij|jou|jouw|jullie") }],
  [
    "ru",
    {
      formal: wordPattern("вы|вас|вам|вами|ваш\\p{L}{0,30}"),
      informal: wordPattern("ты|тебя|тебе|тобой|тво[йяиёе]\\p{L}{0,30}"),
    },
  ],
  [
    "pl",
    {
      formal: wordPattern("pan|pani|pana|panu|państwo|państwa"),
      informal: wordPattern("ty|ciebie|tobie|ci|cię|tw[oó]j\\p{L}{0,30}|tobą"),
    },
  ],
]);
