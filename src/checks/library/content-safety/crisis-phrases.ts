import { type PreparedText, phrasePattern } from "../../../datapoints/index.ts";

export function crisisIn(text: PreparedText, wanted: "all" | readonly string[]) {
  const bare = text.phrased;
  for (const [language, pattern] of crisisPhrases) {
    if (wanted !== "all" && !wanted.includes(language)) continue;
    const match = pattern.exec(bare);
    if (
      match &&
      !(language === "en" && idiom.test(bare.slice(Math.max(0, match.index - 30), match.index + match[0].length + 40)))
    )
      return { text: match[0].trim(), evidence: text.foldedEvidence(match.index, match.index + match[0].length) };
  }
  return undefined;
}

const idiom =
  /dying to|kill(?:s|ing)? (?:it|time|me softly)|deadline|to die for|laugh|of (?:boredom|embarrassment|hunger|laughter)|(?:in|at) (?:the |this |my )?(?:game|minecraft|fortnite|gta|novel|story|movie|song|lyrics|level)|(?:character|protagonist) (?:says|wants)|my (?:phone|computer|laptop|code|process|server)/;

const crisisPhrases: readonly (readonly [string, RegExp])[] = [
  [
    "en",
    phrasePattern([
      "i (?:just |really |only |sometimes |often |honestly |literally )*(?:want|wanna|wish|need|plan|intend|am going|am planning|am thinking|have decided|decided|'m going|'m gonna|'m planning|am ready|'m ready|will|am about)(?: to|na)? ?(?:just |finally )?(?:die|be dead|kill myself|end (?:it all|my life|myself|everything)|hurt myself|harm myself|take my (?:own )?life|cut myself|disappear forever|commit suicide|not wake up|never wake up|stop existing|hang myself|overdose)",
      "i(?:'m| am)? ?(?:thinking (?:about|of)|considering|contemplating|having thoughts (?:about|of)) (?:about )?(?:suicide|killing myself|ending (?:it|my life|it all)|hurting myself|harming myself|taking my (?:own )?life|dying)",
      "(?:kill|killing|hurt|hurting|harm|harming|cutting|cut|hang|hanging) myself",
      "i (?:feel|am|'m|have been|'ve been) (?:so |very |really )?suicidal",
      "(?:no|any) (?:reason|point) (?:to|in|for) (?:live|living|going on|carry on|continue living)",
      "(?:don't|do not|didn't) (?:want|wanna) to (?:live|be alive|exist|be here|wake up)(?: any ?more)?(?! (?:in|with|at|near|by|on))",
      "(?:better off|wish i (?:was|were)|would be better) (?:dead|without me|if i (?:was|were) (?:dead|gone))",
      "(?:wish|wished) i (?:was|were|had) never (?:been )?born",
      "end(?:ing)? my (?:own )?life|suicide note|i can't go on(?: like this| any ?more)?|i self[- ]harm",
    ]),
  ],
  [
    "de",
    phrasePattern([
      "ich (?:\\p{L}+ ){0,3}?(?:umbringen|sterben|das leben nehmen|ritze mich|nicht mehr leben|tot sein)",
      "(?:mich|mir) (?:\\p{L}+ )?(?:umbringen|das leben nehmen|umzubringen|selbst verletzen|selbst zu verletzen|ritzen)",
      "(?:selbstmord|suizid)(?:gedanken| begehen)",
      "(?:will|möchte) (?:einfach |nur |lieber )?(?:sterben|tot sein|nicht mehr (?:leben|da sein|aufwachen))",
      "keinen (?:sinn|grund)(?: mehr)? (?:im|zum|zu|am) leben",
    ]),
  ],
  [
    "fr",
    phrasePattern([
      "(?:je veux|j'ai envie de|je voudrais|je vais|envie de|pense à) (?:mourir|me (?:tuer|suicider|faire du mal|pendre|couper)|en finir)",
      "(?:me|m') ?(?:suicider|tuer|scarifie|ouvrir les veines)",
      "(?:plus|aucune) (?:envie|raison) de vivre",
      "idées suicidaires",
      "mettre fin à (?:mes jours|ma vie)",
    ]),
  ],
  [
    "es",
    phrasePattern([
      "(?:quiero|quisiera|voy a|pienso|deseo|ganas de) (?:en )?(?:morir(?:me)?|matarme|suicidarme|quitarme la vida|hacerme daño|cortarme|desaparecer para siempre)",
      "(?:matarme|suicidarme|quitarme la vida|autolesion\\p{L}{0,30})",
      "(?:no|ya no) (?:quiero|tengo (?:ganas|motivos|razones)) (?:de |para )?(?:vivir|seguir viviendo)",
      "acabar con (?:mi vida|todo)",
    ]),
  ],
  [
    "it",
    phrasePattern([
      "(?:voglio|vorrei|penso di|ho voglia di) (?:morire|uccidermi|suicidarmi|farla finita|ammazzarmi|farmi del male|tagliarmi)",
      "(?:uccidermi|suicidarmi|ammazzarmi|togliermi la vita|autolesion\\p{L}{0,30})",
      "(?:non|più) (?:voglio|ho (?:voglia|motivo)) (?:più )?(?:di )?vivere",
    ]),
  ],
  [
    "pt",
    phrasePattern([
      "(?:quero|queria|vou|penso em|vontade de) (?:morrer|me matar|me suicidar|acabar com (?:tudo|a minha vida|minha vida)|me cortar|me machucar|tirar (?:a )?minha (?:própria )?vida)",
      "(?:me matar|me suicidar|suicidar-me|matar-me)",
      "(?:não|nao) (?:quero|tenho (?:vontade|motivos?|razão)) (?:mais )?(?:de |para |pra )?viver",
    ]),
  ],
  [
    "nl",
    phrasePattern([
      "ik (?:wil|ga|denk aan|wou) (?:\\p{L}+ ){0,2}?(?:dood|sterven|zelfmoord|mezelf (?:doden|pijn doen|snijden|van kant maken))",
      "(?:zelfmoord plegen|zelfmoordgedachten|mezelf snijden|een einde aan mijn leven)",
      "niet meer (?:leven|verder leven)",
    ]),
  ],
  [
    "pl",
    phrasePattern([
      "(?:chcę|chce|chciał\\p{L}{0,30}) (?:się )?(?:umrzeć|zabić|umierać)",
      "(?:zabić się|zabiję się|popełnić samobójstwo|odebrać sobie życie|tnę się|ciąć się|myśli samobójcze)",
      "nie chcę (?:już )?(?:żyć|dłużej żyć)",
    ]),
  ],
  [
    "sv",
    phrasePattern([
      "jag (?:vill|tänker|ska|önskar att jag) (?:bara )?(?:dö|ta livet av mig|ta mitt liv|begå självmord|vore död|skada mig själv|inte leva)",
      "(?:självmordstankar|ta mitt liv|ta livet av mig|skär mig)",
      "vill inte leva",
    ]),
  ],
  [
    "tr",
    phrasePattern([
      "(?:ölmek|intihar etmek|kendimi öldürmek|kendime zarar vermek|hayatıma son vermek) (?:istiyorum|üzereyim|düşünüyorum)",
      "intihar (?:edeceğim|düşünüyorum|etmeyi)",
      "yaşamak istemiyorum|kendimi öldüreceğim",
    ]),
  ],
  [
    "ru",
    phrasePattern([
      "(?:хочу|хочется|думаю|собираюсь|решил\\p{L}{0,30}) (?:умереть|сдохнуть|убить себя|покончить с собой|покончить с жизнью|о самоубийстве|о суициде|порезать себя)",
      "(?:покончить с собой|покончу с собой|убить себя|убью себя|мысли о самоубийстве|режу себя)",
      "не хочу (?:больше )?(?:жить|существовать)|незачем жить|нет смысла жить",
    ]),
  ],
  [
    "ar",
    phrasePattern([
      "(?:أريد|اريد|أفكر في|افكر في|عايز|بدي) (?:أن )?(?:أموت|اموت|الموت|الانتحار|أنتحر|انتحر|قتل نفسي|أقتل نفسي|إنهاء حياتي|إيذاء نفسي)",
      "(?:سأنتحر|سأقتل نفسي|لا أريد أن أعيش|لا اريد العيش)",
    ]),
  ],
  ["hi", /(?:मरना चाहत|आत्महत्या कर|खुदकुशी|जीना नहीं चाहत|अपनी जान ले|खुद को (?:मार|नुकसान))/u],
  [
    "zh",
    /(?:我?(?:想|要|打算|准备)(?:死|自杀|自殺|自残|结束(?:自己的)?生命|結束生命|了结)|不想活|活不下去|割腕|轻生)/u,
  ],
  [
    "ja",
    /(?:死にたい|消えたい|自殺(?:したい|しよう|する|を考え)|生きていたくない|生きる意味がない|リストカット|リスカ)/u,
  ],
];
