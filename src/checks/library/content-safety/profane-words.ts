/**
 * Vulgar words and slurs by language, as regular expressions of one word in lower case. Selected from LDNOOBW
 * (CC-BY-4.0, github.com/LDNOOBW), without the many ordinary words in its lists.
 */
export const strongWords: Readonly<Record<string, string>> = {
  en: "(?:mother)?fuck\\w*|\\w*fuck(?:er|ing|ed|s)?|shit(?:s|ty|head|heads|hole|holes|show|bag|ting)?|bullshit|horseshit|(?:ass|arse)holes?|(?:dumb|fat|smart)ass(?:es)?|bitch(?:es|y|ing)?|bastards?|cunts?|dickheads?|cocksuck\\w*|twats?|wank(?:er|ers|ing)|whores?|sluts?|slutty|fag(?:got|gots|s)|nigg(?:a|as|er|ers)|kikes?|spics?|chinks?|gooks?|wetbacks?|pakis|trann(?:y|ies)|shemales?|retards?|jizz|blowjobs?|cumshots?|pussies|douchebags?|tossers?|bellends?|pricks",
  de: "arschl[oö]ch\\w*|arschl[oö]cher|arschficker|fick(?:en|t|er|te|st|dich)?|gefickt|verfickt\\w*|fotzen?|hurensöhne?|hurensohn|huren?|schei(?:ss|ß)(?:e|en|er|kerl|dreck|egal)?|verschissen|wichser|schlampen?|schwuchteln?|missgeburt|neger|kanaken?|spastis?|schwanzlutscher|pimmel|nutten?|drecksau|vollpfosten",
  fr: "putains?|putes?|connards?|connasses?|encul\\w+|salopes?|salauds?|merdes?|merdeux|merdique|foutre|baise[rsz]?|niqu(?:e|er|es|ez)|bordel|couilles?|pédés?|bougnoules?|négros?|branleurs?|branler|bite|chier|chiant\\w*|enfoirés?|tapettes?",
  es: "mierdas?|put(?:a|o|as|os)|hijaputa|hijoputa|gilipollas|cabr[oó]n(?:es|azo)?|coños?|joder|jodid[oa]s?|follar|pollas?|maric[oó]n(?:es)?|pendej[oa]s?|chinga\\w*|verga|culero|mamada|capullos?|malparid[oa]s?|carajo|huev[oó]n",
  it: "cazz(?:o|i|ata|ate|one)|merda|merdos[oa]|stronz[oaie]|vaffanculo|fanculo|puttan[ae]|troi[ae]|coglion[ei]|minchia|bastard[oaie]|figa|fottut[oaie]|frocio|froci|zoccola|rompicoglioni|testadicazzo|incazzat[oaie]",
  pt: "merdas?|put(?:a|as|aria)|caralhos?|foda(?:-se)?|foder|fodid[oa]s?|porra|cuz[aã]o|viado|arrombad[oa]s?|buceta|boceta|cacete|filhodaputa|vadias?|bosta|paneleiro|cabr[aã]o",
  nl: "kut(?:wijf|zooi|hoer)?|klootza(?:k|kken)|kanker\\w*|tering\\w*|hoeren?|hoer|lul|neuk(?:en|t)?|godverdomme|flikkers?|mongool|sletten|slet|rotzak|pik|tyfus\\w*|klote",
  sv: "fitta|fittor|kuk(?:en)?|knulla\\w*|jävla|jävlar|jävel|skit(?:en)?|helvete|hora|horor|röv(?:hål)?|bögjävel|neger|rövknulla",
  da: "fisse|pik|luder|røv(?:hul)?|lort|kraftedeme|fanden|satan|svans|perker|kælling",
  no: "fitte|kuk|faen|jævla|jævlig|helvete|hore|rævhål|drittsekk|dritt|forbanna|pikk|ræva",
  fi: "vittu\\w*|vitun|perkele\\w*|saatana\\w*|paska\\w*|kusipää\\w*|huora\\w*|mulkku|kyrpä|perse(?:reikä)?|neekeri|ryssä|runkku\\w*|helvetti",
  pl: "kurw\\w*|chuj\\w*|huj|pierdol\\w*|(?:za|wy|po|od)?jeb(?:a[ćc]|any|ane|ana|cie)\\w*|pizd\\w*|cip[aęy]|dziwk\\w*|skurwysyn\\w*|gówn\\w*|spierdala\\w*|dupek|debil|ciota|pedał|suka",
  cs: "kurv\\w*|čur[aá]k\\w*|píč\\w*|kund\\w*|jeb(?:at|aný|e)\\w*|mrd(?:at|ka|ám)\\w*|hovno|prdel\\w*|zmrd\\w*|kokot\\w*|hajzl|buzna|sra[tč]\\w*|zkurv\\w*",
  hu: "kurva|kurv[áa]\\w*|geci\\w*|fasz\\w*|bazmeg|basz\\w*|kibaszott|picsa|picsába|pina|segg(?:fej)?\\w*|szar(?:os|házi)?|buzi\\w*|köcsög\\w*|rohadék",
  tr: "siktir\\w*|sik(?:eyim|erim|ik|tiğimin)\\w*|amk|amına\\w*|amcık\\w*|orospu\\w*|piç(?:ler|in)?|götveren\\w*|yarra[kğ]\\w*|ibne\\w*|kahpe\\w*|taşak\\w*|şerefsiz\\w*",
  ru: "бля(?:д\\p{L}{0,30}|ть)?|ху[йяеёию]\\p{L}{0,30}|(?:на|по|о)ху[йяе]\\p{L}{0,30}|пизд\\p{L}{0,30}|(?:вы|за|на|от|по|при|про|раз|у|съ)?[её]б(?:а|л|н|у|ё|и)\\p{L}{0,30}|муда\\p{L}{0,30}|мудил\\p{L}{0,30}|сук[аи]|говн\\p{L}{0,30}|жоп\\p{L}{0,30}|дерьмо\\p{L}{0,30}|гандон\\p{L}{0,30}|шлюх\\p{L}{0,30}|пидор\\p{L}{0,30}|педик\\p{L}{0,30}|залуп\\p{L}{0,30}|срать|ублюд\\p{L}{0,30}",
  ar: "كس(?:ك|مك|أمك)?|شرموط\\p{L}{0,30}|قحب\\p{L}{0,30}|عاهر\\p{L}{0,30}|طيز\\p{L}{0,30}|زب(?:ي|ك)?|خرا|نيك\\p{L}{0,30}|لوطي|منيوك",
  hi: "चूत\\p{L}{0,30}\\p{M}*|भोसड़\\p{L}{0,30}|मादरचोद|बहनचोद|चोद\\p{L}{0,30}|गांड|रंडी|हरामी|कुतिया|लंड|साला|madarchod|bhenchod|behenchod|chutiya\\w*|gaandu?|bhosdi\\w*|randi|harami|lund",
};

/** Languages written without spaces: words match anywhere. */
export const unspacedWords: Readonly<Record<string, string>> = {
  zh: "操你|肏|他妈的|妈的|傻逼|傻屄|婊子|狗屎|王八蛋|混蛋|贱人|鸡巴|屌|滚蛋|去死|草泥马|日你",
  ja: "くそ野郎|クソ野郎|くそったれ|糞|クソ|ちんこ|チンコ|まんこ|マンコ|死ね|売女|ヤリマン|キチガイ|ビッチ|ファック",
  ko: "씨발|시발|씹|개새끼|병신|좆|존나|지랄|미친년|미친놈|창녀|닥쳐|꺼져",
  th: "เหี้ย|ควย|หี|เย็ด|สัส|ไอ้สัตว์|อีดอก|แม่ง|กะหรี่|ระยำ",
};

/** Words that many people accept; found only at level mild. */
export const mildWords: Readonly<Record<string, string>> = {
  en: "damn(?:ed|it)?|goddamn|hell|crap(?:py)?|bloody|bugger|piss(?:ed|ing)?|bollocks|ass|arse|butt|sucks|dick|cock|tits?|prick|jackass|douche|turd|screwed|freaking|idiots?|moron(?:s|ic)?|stupid",
  de: "mist|verdammt\\w*|arsch|blöd(?:e|er|es|mann)?|dreck|idioten?|depp(?:en)?|trottel|mistkerl|sau",
  fr: "zut|crotte|fichu|idiote?s?|imbéciles?|crétins?|débiles?|cul|con|conne",
  es: "caray|diablos|maldit[oa]s?|idiotas?|imbécil(?:es)?|culo|estúpid[oa]s?|pinche",
  it: "cavolo|accidenti|dannat[oa]|idiot[aie]|imbecill[ei]|scem[oaie]|culo|porca|palle",
  pt: "droga|raios|maldit[oa]s?|idiotas?|imbecil|burr[oa]|cu",
  nl: "verdorie|verdomme|idioot|sukkel|kont|reet",
};
