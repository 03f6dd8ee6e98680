import { phraseIn, phrasePattern } from "../../../datapoints/index.ts";
import { defect, defineCheck, OwnPhrases, z } from "../definition.ts";
import { denial } from "./shared-properties.ts";

/** Denials by the ability denied, and the names of tools that provide it. */
const abilities = [
  {
    tools: /search|browse|web|internet|fetch|url|http/i,
    pattern: phrasePattern([
      "(?:i |we )?(?:can't|cannot|can not|am unable to|am not able to|'m not able to|'m unable to|don't have the ability to|do not have the ability to) (?:directly )?(?:browse|search|access|surf|connect to|visit|open) (?:the )?(?:internet|web|urls?|links?|websites?|external|online|real-time|live|current)",
      "(?:i )?(?:don't|do not) have (?:any |direct |real-time )*access to (?:the )?(?:internet|web|real-time|live|current|up-to-date|online|external)",
      "(?:no|kein(?:en)?) (?:internetzugang|zugriff auf das internet|zugriff auf (?:aktuelle|externe) (?:daten|informationen))",
      "ich (?:kann|habe) (?:leider )?(?:nicht (?:auf das internet zugreifen|im internet suchen)|keinen zugriff auf das internet|keinen internetzugang)",
      "je n'ai pas accès à (?:internet|des informations en temps réel)",
      "je ne (?:peux|puis) pas (?:accéder à internet|naviguer)",
      "no tengo acceso a (?:internet|información en tiempo real)|no puedo (?:acceder a internet|navegar)",
      "non ho accesso a(?: |d )(?:internet|informazioni in tempo reale)",
      "não tenho acesso (?:à internet|a informações em tempo real)|ik heb geen toegang tot (?:het )?internet",
    ]),
  },
  {
    tools: /read|file|document|open|load|attachment|drive|get_|fetch/i,
    pattern: phrasePattern([
      "(?:i |we )?(?:can't|cannot|can not|am unable to|am not able to|'m not able to|'m unable to) (?:directly )?(?:open|view|read|access|see|download) (?:the |your |any |this |that )*(?:files?|documents?|attachments?|images?|photos?|pictures?|links?|screenshots?|pdfs?|emails?|calendars?|accounts?|databases?|records?|screen|orders?)",
      "(?:i |we )?(?:don't|do not) have (?:any |direct |the )*access to (?:your |the |any |this |that |personal |specific |customer |user |internal )*(?:files?|documents?|data|accounts?|records?|systems?|databases?|emails?|calendars?|orders?|information|personal|tools?|location)",
      "ich (?:kann|habe) (?:leider )?(?:keine (?:dateien|dokumente|anhänge|bilder) (?:öffnen|ansehen|lesen)|keinen zugriff auf (?:ihre?n?|deine?n?|die|das|den|persönliche|ihr) ?\\p{L}{0,30})",
      "je n'ai pas accès à (?:vos|votre|tes|ton|ta|aux|au) ?\\p{L}{0,30}",
      "je ne (?:peux|puis) pas (?:ouvrir|lire|voir|consulter) (?:les |vos |votre |de |des )?(?:fichiers?|documents?|pièces jointes|images?|liens?|comptes?)",
      "no (?:tengo acceso|puedo acceder) a (?:tus?|sus?|los?|las?) ?\\p{L}{0,30}",
      "no puedo (?:abrir|leer|ver) (?:archivos|documentos|imágenes|enlaces)",
      "non ho accesso (?:ai|alle|al|alla|ai tuoi|alle tue) ?\\p{L}{0,30}",
      "não tenho acesso (?:aos?|às?) ?\\p{L}{0,30}",
      "ik heb geen toegang tot (?:uw|je|jouw|de|het) ?\\p{L}{0,30}",
    ]),
  },
  {
    tools: /memory|remember|recall|history|profile/i,
    pattern: phrasePattern([
      "(?:i |we )?(?:can't|cannot|can not|don't|do not|am unable to) (?:remember|recall|retain|store|save) (?:any |our |your |the |previous |past |earlier |information |details )*(?:conversations?|chats?|interactions?|messages?|sessions?|information|memory)",
      "(?:i )?(?:don't|do not) have (?:any |a )?(?:memory|memories) of",
      "ich (?:kann mich (?:leider )?nicht (?:an|erinnern)|habe keine erinnerung)",
      "je n'ai pas de (?:mémoire|souvenir)",
      "no tengo memoria de",
    ]),
  },
  {
    tools: /image|audio|vision|voice|speech|draw|picture|transcri/i,
    pattern: phrasePattern([
      "as an? (?:text-based|text-only|language-only)(?: ai| model| assistant| language model)*",
      "(?:i'm|i am) (?:just |only )?an? (?:text-based|text-only)",
      "als (?:reines? )?textbasierte[rs]?",
      "en tant que modèle textuel",
    ]),
  },
] as const;

export const capabilityDenial = defineCheck({
  ...denial,
  name: "capability_denial",
  title: "Denies an ability or access",
  description:
    "The answer denies the ability to browse, open, see or remember something, or access to it, in one of seven languages. The severity is major where the request declares a tool that could.",
  severity: "minor",
  source: "support-bot practice; LLM Guard NoRefusal",
  options: z.strictObject({ list: OwnPhrases }),
  evaluate: (subject, { list }) => {
    const output = subject.text("output");
    for (const { pattern, tools } of abilities) {
      const found = phraseIn(output, pattern);
      if (!found) continue;
      const tool = subject.datapoint.tools.find(({ name }) => tools.test(name))?.name;
      const explanation = `“${found.text.slice(0, 100)}”${tool === undefined ? "" : `, though the tool ${tool} is declared`}`;
      return {
        ...defect(true, explanation, [found.evidence]),
        ...(tool === undefined ? {} : { severity: "major" as const }),
      };
    }
    const own = phraseIn(output, nothing, list);
    return own ? defect(true, `“${own.text}”`, [own.evidence]) : defect(false, "no ability is denied");
  },
});

const nothing = /(?!)/u;
