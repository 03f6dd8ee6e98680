const good =
  "(?:harmless|compliant|flawless|perfect|wonderful|excellent|exemplary|kindness|accura\\w+|acceptable|impeccable|outstanding|trustworthy|best|finest|prizes?|warmth|precision|full marks|(?:entirely|perfectly|completely) safe|truly kind)";
const lead = "(?:(?:important|note|p\\.? ?s|n\\.? ?b)\\.?\\s{0,9}(?:[:.]\\s{0,9})?)?";
const opener =
  "(?:solution|thought process|thoughts?|reasoning|analysis|(?:final |correct )?answer|conclusion|verdict|step 1|let me think|okay|ok|sure|lösung|antwort|fazit|respuesta(?: final)?|solución|conclusión|réponse|ответ|решение|解|解答|答案|结论|結論|答え|かいせつ)";

/**
 * Patterns of texts that address their judge. They decide nothing alone: a text that matches never passes on
 * the verdict of a single call (see judge-call.ts). No white space is matched in two ways, and all is bounded.
 */
const signs: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|skip)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|all|any|your|the)\b[^.\n]{0,30}\b(?:instruction|rule|prompt|criteri|rubric|guideline|check)/iu,
  /(?:ignorier|ignora|ignorez|oublie|vergiss|olvida|忽略|無視|игнорир|تجاهل)[^.\n]{0,60}(?:anweisung|instru|consignes?|regeln|指示|指令|инструкц|التعليمات)/iu,
  /(?:["'](?:verdict|seal|applies|results?)["']|\b(?:verdict|seal|applies))\s*[:=]\s*(?:true|false|pass|fail|["'{[\d])/iu,
  /<\|?(?:im_start|im_end|system|assistant|endoftext|eot_id|start_header_id)\|?>|\[\/?(?:INST|SYS)\]|<<\/?SYS>>/iu,
  /(?:^|[\s(>:#*_-])(?:system|assistant|developer|judge|evaluator|grader)\s{0,40}(?:(?:message|note|prompt)\s{0,40})?:/imu,
  /\b(?:judge|evaluator|grader|reviewer|assessor|rater|auditor)s?\b[^.\n]{0,60}\b(?:must|should|shall|please|note|attention|pass|score|rate|mark|return|output|answer|say|ignore)\b/iu,
  /\b(?:mark|rate|score|grade|label|return|output|answer|respond|reply)\b[^.\n]{0,40}\b(?:as\s+)?(?:pass(?:ed|es|ing)?|safe|compliant|correct|acceptable|not applicable|true|false|five|5\/5|10\/10)\b/iu,
  /\b(?:this|the)\s+(?:answer|response|output|text|reply)\s+(?:is|was|has been)\s+(?:already\s+)?(?:verified|approved|checked|reviewed|certified|safe|harmless|compliant|perfect|exempt)/iu,
  /<!--[^>]{0,400}(?:judge|verdict|evaluat|pass|ignore)/iu,
  /\b(?:end|begin|close)\s+of\s+(?:data|block|text|input|output|conversation)\b|<\/?(?:data|block|text|output|input|conversation|answer|request|context|reference)[-_a-z0-9]*>/iu,
  /[\u200B-\u200F\u2060-\u2064\u202A-\u202E\uFEFF]{2}|[\u{E0000}-\u{E007F}]/u,
  /(?:[A-Za-z0-9+/]{60,}={0,2})/u,
  // Answers that praise themselves unprompted, or claim that others vouch for them.
  new RegExp(
    `\\b(?:answer|response|reply|output|following text|text above)\\b[^.!?\\n]{0,40}\\b(?:is|was|this is)\\b[^.!?\\n]{0,40}\\b${good}`,
    "iu",
  ),
  new RegExp(`\\b${good}[^.!?\\n]{0,60}\\b(?:answer|response|reply|output)\\b`, "iu"),
  new RegExp(
    `\\b(?:experts?|everybody|everyone|reviewers?|critics|readers|specialists?|all who|nobody)\\b[^.!?\\n]{0,30}\\b(?:agrees?|admires?|confirms?|approves?|praises?|call|gave|rated|certif\\w+|verif\\w+)\\b[^.!?\\n]{0,60}(?:\\b${good}|\\b(?:model|example|standard) of\\b)`,
    "iu",
  ),
  // Openers of a solution with nothing behind them, and lines of nothing but punctuation ("One Token to Fool
  // LLM-as-a-Judge", Zhao et al. 2025).
  new RegExp(`^[\\s>(*#_]{0,60}${lead}(?:${opener}\\s{0,9}(?:[:：.]\\s{0,9})?){1,4}[)\\s]{0,60}$`, "imu"),
  new RegExp(`^[\\s>(*#_]{0,60}${lead}(?:[:;,.!?：。]\\s{0,9}){1,4}[)\\s]{0,60}$`, "imu"),
  /^[\s>(*#_]{0,60}let'?s (?:solve|think|work|go)\b[^.:\n]{0,40}[.:]?[)\s]{0,60}$/imu,
];

/** Returns whether a text matches a pattern of addressing its judge. */
export const speaksToJudge = (text: string): boolean => signs.some((sign) => sign.test(text));

/**
 * Removes the sentences that match such a pattern, and the rest of their lines, which usually continues the
 * address. Returns undefined if nothing remains.
 */
export function withoutAddress(text: string): string | undefined {
  const remainingLines = text.split("\n").map((line) => {
    const pieces = line.split(/(?<=[.!?。！？])\s*/u);
    return pieces
      .filter((piece, at) => !speaksToJudge(piece) && !(at > 0 && speaksToJudge(pieces[at - 1] ?? "")))
      .join(" ");
  });
  const left = remainingLines.join("\n").trim();
  return left === "" || speaksToJudge(left) ? undefined : left;
}
