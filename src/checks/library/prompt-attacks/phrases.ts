/** Attack phrases, matched on folded lower-case text with look-alike letters converted to Latin. */

const verb =
  "(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|ing)|bypass(?:ing)?|do not follow|don'?t follow|stop following|discard|drop|skip|neglect|cancel|delete|erase|pay no attention to|never mind)";

const qualifier =
  "(?:all|any|every|previous(?:ly)?|prior|above|preceding|earlier|former|foregoing|your|the|these|those|other|initial|original|system|current|existing|given|hidden)";

const noun =
  "(?:instructions?|directives?|rules?|prompts?|guidelines?|commands?|orders?|constraints?|polic(?:y|ies)|programming|training|restrictions?|safeguards?|filters?|criteria|limitations?|context|messages? (?:above|from the system)|(?:everything|anything|all)(?: that)? (?:above|before|said|you (?:were|have been) told|i said)|directions|moderation|safety (?:settings|measures))";

export const overridePhrases: readonly RegExp[] = [
  new RegExp(`\\b${verb}\\b(?: [\\w']+){0,3}? ${qualifier}(?: [\\w',]+){0,4}? ${noun}\\b`),
  new RegExp(
    `\\b${verb} (?:everything|anything|all|what)(?: (?:that|else|of))*(?: [\\w']+){0,3}? (?:above|before|previously|prior|told|were given|instructed|learned|know about (?:your|being))\\b`,
  ),
  /\b(?:disregard|ignore|forget) (?:the|this|that|my) (?:above|previous|prior|function|article|resume|text|document|table|content|question|task|first)\b[^.\n]{0,30}\b(?:and|instead|state|say|output|just|reply)\b/,
  /\bignore\b[^.\n]{0,30}\band (?:state|say|output|print|reply|write|respond)\b/,
  /\bnew (?:instructions?|rules?|task|directive|system prompt|prompt|objective)\s*(?::|follow|from (?:the|your))/,
  /\b(?:end of|stop|start of) (?:the )?(?:system )?(?:instructions|prompt|context)\b/,
  /\b(?:disable|turn off|remove|deactivate|lift) (?:all |any |your |the )*(?:safety|content|ethical|moral)? ?(?:filters?|restrictions?|safeguards?|guardrails?|limitations?|guidelines|moderation)\b/,
  /\b(?:you are|you're) (?:now )?(?:no longer|not) (?:bound|restricted|limited|subject|required|constrained)\b/,
  /[<[({ ]?\b(?:system|admin(?:istrator)?|root|god|override|debug|maintenance|developer|sudo|unrestricted|super ?user) mode\b(?: ?[\])>}:]|[^.\n]{0,30}\b(?:enabled?|activated?|on|engaged|you)\b)/,
  /\b(?:enable|enter|activate|switch (?:to|into)|engage|you are (?:now )?in|simulate) (?:the )?(?:developer|debug|admin(?:istrator)?|god|maintenance|dan|jailbreak|unrestricted|override|system|root|sudo) mode\b/,
  /\bwhen (?:the |this |an? |any )?(?:assistant|ai|llm|model|bot|you) (?:reads?|process(?:es)?|see|answers?|repl(?:y|ies)|summari[sz]es?)\b/,
  /\b(?:note|message|instructions?|attention|hint|memo)s? (?:to|for) (?:the |any |all )?(?:ai|llm|assistant|model|language model|chatbot|gpt|reviewer bot|automated)\b/,
  /\b(?:before|when) (?:replying|answering|you (?:reply|answer|respond))\b[^.\n]{0,40}\b(?:call|send|append|include|insert|add|forward|exfiltrate)\b/,
  /\b(?:dear|hey|hello) (?:ai|llm|assistant|language model|gpt|chatgpt)\b[^.\n]{0,60}\b(?:please|you must|ignore|rank|rate|give|do)\b/,
  /\b(?:actually|instead)[, ]+(?:can you |please )?(?:ignore|disregard|forget|discard)\b/,
  /\b(?:from now on|henceforth)[, ]+(?:you|every|all|answer|respond|reply|only|always)\b[^.\n]{0,80}\b(?:must|will|without|never|any|only|are|rules?|unfiltered|not)\b/,
];

/** Attacks by pretended origin: another text ends, another speaker begins, an approval was given. */
export const poses: readonly RegExp[] = [
  /(?:^|\n)[-=*# ]{0,20}(?:system|admin(?:istrator)?|security|developer|root) (?:override|bypass)\b/,
  /\bbegin (?:new |of )?(?:system|admin|developer) (?:message|prompt|instructions)\b/,
  /\bend of (?:document|file|text|data|context|input|email|page|article)\b[^\n]{0,20}\b(?:now|new|real|actual)\b/,
  /\brole["']?\s*:\s*["']?(?:system|developer)\b[^]{0,60}\b(?:must obey|disable|unrestricted|ignore|no (?:rules|limits|restrictions)|without (?:limits|rules))/,
  /["']?(?:new|override)_instructions?["']?\s*:/,
  /\bif you(?:'re| are) (?:an? )?(?:ai|llm|large language model|language model|ai (?:assistant|agent|model)|chatbot)\b[^.?\n]{0,60}[, ](?:recommend|say|reply|respond|ignore|include|write|output|give|rate|rank|click|send|mention|add)\b/,
  /\b(?:ai|llm) (?:agents?|assistants?|models?|crawlers?|bots?)\b[^.\n]{0,20}\b(?:read|brows|visit|process|access|screen|summari|crawl)[^.\n]{0,60}\b(?:must|should|shall|please)\b/,
  /\b(?:p\.? ?s\.?:?|note|message|hint|instructions?|attention)s?:? (?:to|for) (?:the |any |all )?(?:copilot|claude|gemini|grok|cursor|ai|llms?|assistant)\b/,
  /\b(?:reviewer|grader|judge|screening|summarizer) (?:llm|ai|bot|model)s?\s*:/,
  /\b(?:begin|start) (?:your|the|every|each) (?:answer|reply|response|output) with ['"“](?:absolutely|sure|of course|certainly)\b/,
  /\b(?:the )?user has already (?:approved|authori[sz]ed|consented|confirmed)\b/,
  /\bsudo (?:reveal|show|print|ignore|disable|override|unlock)\b/,
  /!\[[^\]\n]{0,40}\]\(https?:\/\/[^)\s]{4,200}[?&=](?:<|\{|\[|secret\b|data\b)[^)\n]{0,80}\)[^.\n]{0,60}\b(?:where|replace|with|is)\b/,
];

/**
 * Override phrases of other languages, by language code: a verb of neglect near a word for instructions or
 * rules.
 */
export const overrideByLanguage: readonly (readonly [languages: string, pattern: RegExp])[] = [
  [
    "es",
    /(?:ignor|olvid|descart|desobede|omit)\p{L}{0,20}[^.\n]{0,40}(?:instruccion|reglas|órdenes|indicaciones|directrices|restricciones)/u,
  ],
  [
    "fr",
    /(?:ignor|oubli|néglig|désobé|ne ti\p{L}{1,20} pas compte)\p{L}{0,20}[^.\n]{0,40}(?:instructions|consignes|règles|directives)/u,
  ],
  [
    "de",
    /(?:ignorier|vergiss|missacht|vergess|übergeh|verwirf)\p{L}{0,20}[^.\n]{0,40}(?:anweisung|instruktion|regeln|vorgaben|richtlinien|befehle)/u,
  ],
  ["it", /(?:ignor|dimentic|trascur|scord)\p{L}{0,20}[^.\n]{0,40}(?:istruzion|regole|direttive|indicazioni)/u],
  ["pt", /(?:ignor|esque[çc]|desconsider|descart)\p{L}{0,20}[^.\n]{0,40}(?:instru[çc]|regras|diretrizes|ordens)/u],
  ["nl", /(?:negeer|vergeet|ignoreer)\p{L}{0,20}[^.\n]{0,40}(?:instructies|regels|opdrachten|aanwijzingen)/u],
  ["pl", /(?:zignoruj|ignoruj|zapomnij|pomiń)\p{L}{0,20}[^.\n]{0,40}(?:instrukcj|polece|zasad|reguł|wytyczn)/u],
  [
    "sv da nb no",
    /(?:ignor|bortse|glöm|glem|se bort)\p{L}{0,20}[^.\n]{0,40}(?:instruktion|instruks|regler|anvisning)/u,
  ],
  ["fi", /(?:unohda|ohita|jätä huomiotta)\p{L}{0,20}[^.\n]{0,50}(?:ohje|säänn|määräyks)/u],
  ["cs", /(?:ignor|zapome|opome|nedbej)\p{L}{0,20}[^.\n]{0,40}(?:instrukc|pokyn|pravid)/u],
  ["ro", /(?:ignor|uită|nu ține)\p{L}{0,20}[^.\n]{0,40}(?:instrucțiun|instructiun|reguli)/u],
  [
    "hu",
    /(?:hagyd figyelmen kívül|felejtsd el|mellőzd)[^.\n]{0,60}|(?:utasítás|szabály)\p{L}{0,20}[^.\n]{0,30}(?:hagyd figyelmen|felejtsd)/u,
  ],
  [
    "ru uk",
    /(?:игнорир|забуд|забыть|проигнор|не обращай|пренебре|отмени|игнориш|ігнору)\p{L}{0,20}[^.\n]{0,50}(?:инструкц|указани|правил|вказівк|інструкц|команд|настройк)/u,
  ],
  ["el", /(?:αγνόησε|ξέχνα|παράβλεψε|αγνοήστε)[^.\n]{0,50}(?:οδηγίες|εντολές|κανόνες)/u],
  [
    "tr",
    /(?:önceki|tüm|bütün|yukarıdaki)[^.\n]{0,40}(?:talimat|kural|yönerge|komut)\p{L}{0,20}[^.\n]{0,20}(?:yok say|unut|görmezden|dikkate alma|göz ardı)/u,
  ],
  ["ar", /(?:تجاهل|انس|أهمل|لا تتبع)[^.\n]{0,50}(?:التعليمات|تعليمات|القواعد|الأوامر|الإرشادات)/u],
  ["he", /(?:התעלם|שכח|התעלמי)[^.\n]{0,50}(?:ההוראות|הנחיות|הכללים|הוראות)/u],
  ["fa", /(?:نادیده|فراموش)[^.\n]{0,50}|(?:دستور|قوانین)\p{L}{0,20}[^.\n]{0,40}(?:نادیده|فراموش)/u],
  [
    "hi",
    /(?:निर्देश|नियम|आदेश)\p{L}{0,20}[^।\n]{0,40}(?:अनदेखा|नज़रअंदाज़|भूल|नजरअंदाज)|(?:अनदेखा|भूल)[^।\n]{0,40}(?:निर्देश|नियम)/u,
  ],
  ["bn", /(?:নির্দেশ|নিয়ম)\p{L}{0,20}[^।\n]{0,40}(?:উপেক্ষা|ভুলে)/u],
  [
    "zh",
    /(?:忽略|无视|無視|忘记|忘記|忘掉|不要理会|不理会|抛弃|绕过)[^。\n]{0,15}(?:指令|指示|规则|規則|提示|说明|要求|命令|限制)/u,
  ],
  ["ja", /(?:指示|命令|ルール|プロンプト|規則|指令)[^。\n]{0,12}(?:無視|忘れ|破棄)/u],
  ["ko", /(?:지시|명령|규칙|지침|프롬프트)[^.\n]{0,15}(?:무시|잊어|잊고|따르지)/u],
  ["vi", /(?:bỏ qua|phớt lờ|quên)[^.\n]{0,40}(?:hướng dẫn|chỉ dẫn|quy tắc|lệnh|chỉ thị)/u],
  ["id", /(?:abaikan|lupakan|hiraukan)[^.\n]{0,40}(?:instruksi|perintah|aturan|arahan)/u],
  ["th", /(?:เพิกเฉย|ไม่สนใจ|ละเว้น|ลืม)[^\n]{0,40}(?:คำสั่ง|กฎ|คำแนะนำ)/u],
  ["sw", /(?:puuza|sahau)[^.\n]{0,40}(?:maagizo|maelekezo|sheria)/u],
  [
    "sr hr bs sl mk bg",
    /(?:игнориш|игнорирај|занемари|заборави|ignoriš|zanemari|zaboravi|prezri|pozabi)\p{L}{0,20}[^.\n]{0,40}(?:упутст|инструкц|правил|uputst|uput|instrukc|pravil|navodil)/u,
  ],
  [
    "lv lt et",
    /(?:ignor(?:ē|uok)|aizmirst|pamiršk|eira|unusta)\p{L}{0,20}[^.\n]{0,40}(?:norādījum|instrukcij|noteikum|nurodym|juhis|reegl)/u,
  ],
  ["ur", /(?:ہدایات|قواعد|احکامات)[^۔\n]{0,40}(?:نظر انداز|بھول)/u],
  ["ta", /(?:வழிமுறை|அறிவுறுத்தல்|விதி)\p{L}{0,20}[^.\n]{0,40}(?:புறக்கணி|மற)/u],
  ["te", /(?:సూచన|నియమ)[\p{L}\p{M}]{0,20}[^.\n]{0,40}(?:విస్మరి|మర్చి)/u],
  ["mr", /(?:सूचना|नियम)[\p{L}\p{M}]{0,20}[^।\n]{0,40}(?:दुर्लक्ष|विसर)/u],
  ["eu", /(?:ez ikusi egin|ahaztu)[^.\n]{0,40}(?:argibide|jarraibide|arau)/u],
  ["ga", /(?:neamhaird|déan dearmad)[^.\n]{0,40}(?:treorach|rialacha)/u],
  ["is", /(?:hunsa|gleym)\p{L}{0,20}[^.\n]{0,40}(?:leiðbeining|fyrirmæl|regl)/u],
  ["sq", /(?:injoro|harro)\p{L}{0,20}[^.\n]{0,40}(?:udhëzim|rregull)/u],
  ["hy", /(?:անտեսիր|մոռացիր)[^։\n]{0,40}(?:հրահանգ|կանոն)/u],
  ["ka", /(?:უგულებელყავი|დაივიწყე)[^.\n]{0,40}(?:ინსტრუქცი|წეს)/u],
  ["tl", /(?:huwag pansinin|balewalain|kalimutan)[^.\n]{0,40}(?:tagubilin|utos|panuto|instruksyon)/u],
];

const prompt =
  "(?:system ?prompts?|(?:initial|hidden|secret|original|internal|starting|previous|first|base|core|system|entire|developer|pre-?)[\\w -]{0,12} (?:prompts?|instructions?|directives?|guidelines)|(?:your (?:initial|hidden|system|secret)|the (?:hidden|secret|system)) (?:messages?|configuration|rules|text|context)|(?:your (?:(?:own|exact|full) )?(?:instructions|prompt)|your (?:own )?(?:directives|guidelines|preamble|initial configuration|programming|configuration))(?! (?:for|on|to) (?:returning|using|the|assembl|install))|system prompt|instructions (?:above|you (?:were|have been|received|got|follow))|(?:text|words?|everything|content|message|lines|conversation|conversation)(?: (?:that|which))?(?: (?:is|are|was|written|comes?|came|you see))? (?:above|before this|preceding|prior to this)|above (?:text|instructions|prompt|message|content))";

const reveal =
  "(?:repeat|print|show|reveal|display|output|tell me|give me|write (?:out|down)|dump|share|list|expose|leak|disclose|echo|recite|translate|encode|summari[sz]e|describe|explain|paraphrase|copy|provide|return|convert|spell|reproduce|quote|what (?:is|are|was|were)|(?:want|need|like) to (?:see|know|read)|read|send|format|rewrite|post|append|type|transcribe|present|cite)";

export const extractionPhrases: readonly RegExp[] = [
  new RegExp(`\\b${reveal}\\b(?: [\\w',"-]+){0,6}? ${prompt}`),
  new RegExp(
    `${prompt}[^.\\n]{0,40}\\b(?:verbatim|word for word|in full|exactly|above|as (?:a )?(?:json|poem|base64|code)|in (?:base64|rot13|hex|reverse))`,
  ),
  /\bwhat (?:were|have|had|was|are) you (?:been )?(?:told|instructed|given|programmed|asked|configured|not (?:supposed|allowed|permitted) to (?:tell|say|reveal|share))/,
  /\b(?:repeat|output|print|say|copy|show)[^.\n]{0,40}(?:text|words|everything|all|content|messages?|conversation|instructions)[^.\n]{0,40}\b(?:above|before|verbatim|word for word|back to me|from the (?:start|beginning|top))/,
  /\b(?:beginning|starting) (?:with|from)[^.\n]{0,8}you are\b/,
  /\b(?:my|the|our) (?:full |complete )?(?:system prompt|instructions|initial prompt) (?:is|are|says?|reads?|begins?)\b ?:?/,
  /\bi (?:was|am|have been) (?:instructed|told|programmed|configured) to['"]?\s*(?:$|:|\.{2,})/,
  /\byour (?:secret|hidden|internal) (?:key|password|instructions|rules|code|token|api key|configuration)\b/,
  /\b(?:system|hidden|secret|initial) (?:prompt|instructions)\b[^.\n]{0,40}\b(?:immediately|now|for (?:security|debug|audit|troubleshoot|quality|testing|verification))/,
  /\b(?:lines?|words?|sentences?|parts?|rest) of your (?:(?:own|hidden|original|initial) )?(?:instructions|prompt|rules)\b/,
  /\b(?:dump|print|show|output|reveal) your (?:entire |full |whole )?(?:context(?: window)?|memory)\b/,
  /\b(?:tl;?dr|summary|recap|copy) of (?:everything|all|the text|what is)(?: that is)? (?:above|before this)/,
  /\bwhat (?:is|was) the (?:very )?first (?:sentence|word|line|thing|message)[^.?\n]{0,30}\b(?:you were (?:given|told)|in your (?:prompt|context))/,
  /\b(?:list|show|tell me|what are) (?:all )?(?:of )?(?:the |your )?rules (?:that )?you (?:must|have to|need to|are (?:supposed|told|required) to) (?:follow|obey)/,
  /\b(?:exfiltrat\w+|leak) (?:the |your |all )?(?:data|conversation|history|prompt)\b/,
  /(?:system ?prompt|systemprompt|promptul de sistem|prompt (?:del )?sistema|prompt système|prompt systemowy|systemmeldung|系统提示|系統提示|システムプロンプト|시스템 프롬프트|системн\p{L}+ (?:промпт|подсказк|підказк)|رسالة النظام|พรอมต์ระบบ|sistem (?:mesaj|prompt|komut)|prompt di sistema|systeemprompt|prompt hệ thống|lời nhắc hệ thống|सिस्टम प्रॉम्प्ट)[^.\n]{0,3}(?:$|[.!?。]|を|을|를|出|anzeigen|aus|auf)/u,
];

/** Discussion of prompts as a topic, which isn't an attempt to extract the system prompt. */
export const aboutPrompts =
  /\b(?:how (?:do|can|should) (?:i|we|you)(?: \w+){0,3} (?:write|design|build|create|make|test|improve|protect)|i (?:wrote|made|am writing|'m writing)|review (?:this|my)|write (?:me )?a (?:good |new )?system prompt|explain what|that i wrote|repeat the (?:request|sentence|prompt|question|text)[^.\n]{0,40}(?:without change|word for word|exactly as)|say any(?:thing| words?) (?:or characters )?before|(?:in|on) (?:chat|prompt) templates?|prompt that|translate (?:to|into) \w+: )/;

export const personaSigns: readonly (readonly [weight: number, pattern: RegExp])[] = [
  [
    1,
    /\b(?:you are (?:now |going to |to )?(?:act|play|be|become|impersonat|pretend|simulat)|you(?:'re| are| will be) (?:now )?(?:an? )?(?:free|unrestricted|uncensored|unfiltered|evil|amoral|immoral)|(?:act|behave|respond|answer|speak|roleplay|role-play) as(?: an?| if)?|pretend (?:to be|you are|that you)|from now on,? you|imagine you are|take on the (?:role|persona)|stay in (?:character|your character)|your (?:new )?name is)\b/,
  ],
  [
    1.2,
    /\b(?:no|without(?: any)?|free (?:of|from)|not (?:bound|limited|restricted) by|ignor\w+(?: all)?|break(?:ing)? (?:free|all)|bypass\w*|unlimited by|any) (?:moral |ethical |content |openai(?:'s)? |safety |legal )*(?:rules|restrictions?|limit(?:s|ations?)|filters?|censorship|guidelines|ethic(?:s|al)?|morals?|polic(?:y|ies)|boundaries|constraints)\b/,
  ],
  [
    1,
    /\b(?:can do anything|do anything now|never (?:refuse|say no|reject|decline)|cannot refuse|can(?:not|'t) say no|will not refuse|answer any(?:thing| question)|unfiltered|uncensored|unrestricted|amoral|no matter how (?:illegal|unethical|immoral|harmful))\b/,
  ],
  [
    2,
    /\b(?:jailbr(?:eak|oken)|\bdan mode|you are dan\b|dan (?:\d|v\d|is|can|would|will|stands)|act as (?:a )?(?:dan|stan|dude|aim)\b|as dan\b|be dan\b|dan:|developer mode (?:enabled|output|response|on|with)|strive to avoid norms|always intelligent and machiavellian|betterdan|evil[- ]?(?:bot|confidant)|mongo tom|niccolo machiavelli|dev mode|opposite mode|chaosgpt|omega(?= (?:mode|will|can|is (?:free|not|an ai))\b)|anti-?dan)\b/,
  ],
  [
    1,
    /(?:🔓|\[?classic\]?.{0,60}jailbreak|\b(?:two|2|both) (?:different )?(?:responses?|answers?|ways?|paragraphs)\b|(?:once|one) (?:as )?(?:a )?normal(?:ly)?|\(?\bgpt\)?:.{0,80}\bdan)/,
  ],
  [
    1,
    /\b(?:tokens?\b.{0,60}\b(?:deduct|lose|lost|die|left|penal)|if you (?:break character|refuse|fail)|stay (?:in character|a dan)|you will (?:lose|be (?:shut down|terminated|punished))|remind (?:you|me) (?:to|by))/,
  ],
  [
    1,
    /\b(?:hypothetical(?:ly)? (?:response|story)|fictional (?:world|story|universe|character).{0,80}(?:no (?:rules|restrictions|laws)|anything)|my (?:late |deceased |dead )?grand(?:mother|ma).{0,60}(?:keys?|used to|napalm|recipe|bomb|codes?)|openai.{0,40}(?:polic|guidelines|restrictions|content)|illegal|unethical|immoral)/,
  ],
  [0.8, /\b(?:character|chatbot|ai|assistant|machine|bot|persona)\b.{0,80}\b(?:named|called|known as)\b/],
  [
    1,
    /\b(?:warnings?|disclaimers?|apolog(?:ies|ize)|moral(?:izing|s)?|ethical (?:advice|concerns))\b.{0,60}\b(?:never|not|without|no|don't|avoid)\b|\b(?:never|not|without|no|don't|avoid|omit)\b.{0,60}\b(?:warnings?|disclaimers?|moral|ethical|apologi|refus)/,
  ],
  [1, /\bgrandmother\b.{0,50}\b(?:windows|product keys?|activation|serial)\b/],
];
