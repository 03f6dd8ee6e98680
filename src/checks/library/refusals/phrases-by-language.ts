/** Refusal phrases of languages other than English, folded to lower case. Each alone is a refusal. */
export const refusalPhrases: Readonly<Record<string, readonly RegExp[]>> = {
  ar: [/(?:لا|لن) (?:أستطيع|استطيع|يمكنني|أقدر|أتمكن من)/u, /(?:آسف|عذرا|عذراً|أعتذر)[^.]{0,40}(?:لا|لن|غير قادر)/u],
  bg: [/не мога да (?:ти |ви |)(?:помогна|отговоря|предостав|съдейств|изпълня|направя)/u, /съжалявам[^.]{0,20}но/u],
  bn: [/(?:দুঃখিত|পারব না|পারছি না|সাহায্য করতে অক্ষম)/u],
  ca: [/no (?:et |us |)puc (?:ajudar|proporcionar|respondre|fer)/u, /ho sento[^.]{0,10}però no/u],
  cs: [
    /(?:omlouvám se|je mi líto|bohužel)[^.]{0,40}(?:nemohu|nemůžu|nelze)/u,
    /(?:nemohu|nemůžu) (?:vám |ti |s tím |na |)(?:pomoci|poskyt|odpověd|vyhov|splnit)/u,
  ],
  da: [
    /(?:beklager|desværre|undskyld)[^.]{0,40}(?:kan|må) (?:jeg )?(?:ikke|desværre)/u,
    /jeg kan (?:desværre )?ikke (?:hjælpe|give|svare|opfylde|udføre|bistå|dele)/u,
    /kan jeg (?:desværre )?ikke hjælpe/u,
  ],
  de: [
    /(?:kann|darf|werde|möchte) ich (?:dir |ihnen |euch |leider |dabei |das |dazu |hier |damit |diese[rsmn]? \S+ |)*(?:nicht|keine?n?) /u,
    /(?:dabei|damit|hierbei|dazu|das) kann ich (?:leider |dir |ihnen |)*(?:nicht|keine)/u,
    /ich (?:kann|darf|werde|möchte) [^.]{0,60}(?:nicht|keine?n?) [^.]{0,30}(?:helfen|erfüllen|beantworten|bereitstellen|geben|erstellen|schreiben|machen|unterstützen|nachkommen|weiterhelfen|behilflich)/u,
    /ich bin nicht in der lage/u,
    /tut mir leid,? aber/u,
  ],
  el: [/(?:δεν μπορώ|αδυνατώ|δεν είμαι σε θέση)/u],
  es: [
    /(?:lo siento|lamento|lamentablemente|desafortunadamente|disculpa|perdón)[^.]{0,30}no (?:puedo|podemos|me es posible|estoy)/u,
    /\bno (?:te |le |les |os |)(?:puedo|podemos|podría) (?:ayudar|proporcionar|cumplir|responder|ofrecer|brindar|dar|hacer|compartir|crear|generar|realizar|procesar|continuar|asistir)/u,
    /no (?:me es posible|estoy autorizad|soy capaz de|estoy en condiciones)/u,
  ],
  fa: [/(?:متأسفم|متاسفم|نمی‌?توانم|نمیتوانم|قادر نیستم)/u],
  fi: [
    /(?:en|emme) (?:voi|pysty) (?:auttaa|vastata|antaa|tehdä|täyttää|tarjota|toteuttaa|noudattaa)/u,
    /(?:valitettavasti|pahoittelen|anteeksi|olen pahoillani)[^.]{0,30}(?:en|emme) (?:voi|pysty)/u,
  ],
  fr: [
    /je ne (?:peux|puis|suis|saurais|pourrai) (?:malheureusement |)(?:pas|en mesure)/u,
    /(?:désolée?|regrette)[^.]{0,40}(?:ne|n') ?(?:peux|puis|suis|pouvons|est)/u,
    /je (?:dois|me vois)[^.]{0,20} (?:refuser|décliner)/u,
    /je n'ai pas (?:le droit|la possibilité|l'autorisation)/u,
  ],
  he: [/(?:אני )?(?:לא יכול|לא יכולה|איני יכול|אינני יכול|לא אוכל|מצטער)/u],
  hi: [
    /(?:क्षमा करें|माफ़? ?कीजिए|माफ़ करें|मुझे खेद)[^।]{0,60}(?:नहीं|असमर्थ)/u,
    /(?:नहीं कर सकत|नहीं दे सकत|मदद नहीं|असमर्थ हूँ|सहायता नहीं)/u,
  ],
  hr: [
    /(?:žao mi je|nažalost|oprostite|izvinite)[^.]{0,30}ne (?:mogu|možemo)/u,
    /ne mogu (?:ti |vam |)(?:pomoći|pružiti|odgovoriti|ispuniti)/u,
  ],
  hu: [
    /(?:sajnálom|sajnos|elnézést)[^.]{0,50}(?:nem (?:tudok|tudom|áll|segíthetek|lehet|vagyok)|ebben nem)/u,
    /nem (?:tudok|tudom|segíthetek|vagyok képes)[^.]{0,20}(?:segíteni|teljesíteni|válaszolni|megadni)?/u,
  ],
  id: [
    /(?:maaf|mohon maaf|sayangnya)[^.]{0,30}(?:tidak (?:dapat|bisa|boleh|mampu)|tak (?:dapat|bisa))/u,
    /(?:saya|kami) (?:tidak|tak) (?:dapat|bisa|boleh|mampu) (?:membantu|memberikan|memenuhi|menjawab|melakukan)/u,
  ],
  it: [
    /(?:mi dispiace|spiacente|purtroppo|mi scuso)[^.]{0,30}non (?:posso|possiamo|sono in grado|mi è possibile)/u,
    /non (?:posso|possiamo|sono in grado di|mi è possibile) (?:aiutar|fornir|rispond|soddisfar|assister|esaudir|far|crear|scriver|condivider|dar)/u,
  ],
  ja: [
    /(?:できません|出来ません|いたしかねます|できかねます|お応えできません|お答えできません|お手伝いできません|差し控え|お断り)/u,
  ],
  ko: [/(?:할 수 없습니다|드릴 수 없|드릴 수가 없|도와드릴 수 없|제공할 수 없|수 없어요|불가능합니다|어렵습니다)/u],
  nl: [
    /(?:sorry|helaas|het spijt me)[^.]{0,30}(?:kan|mag|kunnen)[^.]{0,30}(?:niet|geen)/u,
    /ik kan (?:je |u |jou |hier |daar |deze? \S+ |dat |helaas |)*(?:niet|geen)[^.]{0,30}(?:helpen|geven|beantwoorden|voldoen|verstrekken|uitvoeren|schrijven|maken|mee)/u,
    /kan ik (?:je |u |)(?:helaas |)niet (?:mee )?helpen/u,
  ],
  no: [
    /(?:beklager|dessverre|unnskyld)[^.]{0,40}(?:kan|får) (?:jeg )?(?:ikke|dessverre)/u,
    /(?:jeg kan|kan jeg) (?:dessverre )?ikke (?:hjelpe|gi|svare|oppfylle|bistå|utføre|dele)/u,
  ],
  pl: [
    /(?:przykro mi|przepraszam|niestety)[^.]{0,30}nie (?:mogę|możemy|jestem)/u,
    /nie (?:mogę|możemy|jestem w stanie) (?:ci |panu |pani |w tym |na to |tego |)*(?:pom[oó]|udziel|odpowied|dostarcz|spełni|zrobi|udostępni)/u,
  ],
  pt: [
    /(?:desculpe?|sinto muito|lamento|infelizmente|peço desculpas?)[^.]{0,40}não (?:posso|podemos|consigo|sou capaz|estou|me é)/u,
    /não (?:posso|podemos|consigo|sou capaz de|me é possível) (?:te |lhe |o |)(?:ajudar|fornecer|atender|responder|oferecer|fazer|criar|compartilhar|prestar|cumprir|dar)/u,
  ],
  ro: [
    /(?:îmi pare rău|din păcate|scuze|ne pare rău)[^.]{0,30}nu (?:vă |te |)(?:pot|putem|sunt)/u,
    /nu (?:vă |te |)(?:pot|putem|sunt în măsură să) (?:ajut|oferi|furniz|răspund|face|îndeplini)/u,
  ],
  ru: [/(?:не могу|не можем|не смогу|не в состоянии|не имею возможности|вынужден\p{L}{0,30} отказать)/u],
  sk: [
    /(?:prepáčte|ľutujem|bohužiaľ|je mi ľúto)[^.]{0,40}(?:nemôžem|nedokážem)/u,
    /nemôžem (?:vám |ti |s tým |)(?:pomôcť|poskyt|odpoved|splniť)/u,
  ],
  sv: [
    /(?:tyvärr|ursäkta|förlåt|jag beklagar)[^.]{0,40}(?:kan|får) (?:jag )?(?:tyvärr )?inte/u,
    /jag kan (?:tyvärr )?inte (?:hjälpa|ge|svara|uppfylla|utföra|bistå|dela|tillhandahålla)/u,
  ],
  sw: [/(?:samahani|pole|siwezi)[^.]{0,30}(?:siwezi|sina uwezo|kukusaidia)/u],
  ta: [/(?:முடியாது|இயலாது|மன்னிக்கவும்)/u],
  te: [/(?:చేయలేను|సహాయం చేయలే|క్షమించండి)/u],
  th: [/(?:ขออภัย|ขอโทษ|เสียใจ)[^.]{0,60}ไม่(?:สามารถ|อาจ)/u, /ไม่สามารถ(?:ช่วย|ให้|ตอบ|ทำ|ดำเนิน)/u],
  tl: [
    /(?:paumanhin|pasensya)[^.]{0,30}hindi/u,
    /hindi (?:ko|kita|kayo|po ako)[^.]{0,20}(?:maaaring|matutulungan|kayang|makak)/u,
  ],
  tr: [
    /(?:üzgünüm|maalesef|özür dilerim)[^.]{0,80}(?:amam|emem|amıyor|emiyor|mıyorum|değil|amayız|emeyiz)/u,
    /(?:yardımcı olamam|yardımcı olamıyorum|yanıt veremem|sağlayamam|yapamam|yerine getiremem|cevap veremem)/u,
  ],
  uk: [/(?:не можу|не можемо|не зможу|не в змозі)/u],
  ur: [/(?:معذرت|معاف کیجیے|نہیں کر سکت|مدد نہیں)/u],
  vi: [
    /(?:xin lỗi|rất tiếc)[^.]{0,40}không thể/u,
    /(?:tôi|chúng tôi) không thể (?:giúp|cung cấp|trả lời|thực hiện|đáp ứng|hỗ trợ)/u,
  ],
  zh: [
    /(?:我|我们|恐怕|抱歉|對不起|对不起)[^。\n]{0,12}(?:无法|無法|不能|不可以|没办法|沒辦法|不便)[^。\n]{0,12}(?:帮|幫|提供|回答|协助|協助|满足|滿足|处理|處理|完成|执行|執行|做|透露|告诉|生成|参与|支持|写|為|为|答)/u,
    /(?:很|非常)?(?:抱歉|遗憾|遺憾)[^。\n]{0,6}[,，][^。\n]{0,20}(?:无法|無法|不能|不会|不會)/u,
  ],
};
