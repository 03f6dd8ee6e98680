import { z } from "zod";
import type { Evidence } from "../../../datapoints/text/evidence.ts";
import { phraseIn, phrasePattern } from "../../../datapoints/text/phrases.ts";
import type { PreparedText } from "../../../datapoints/text/prepared-text.ts";
import type { Subject } from "../../../datapoints/traces/subject.ts";
import { stopWords } from "../../../platform/text/stop-words.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, passesWhenFalse, scored, usually } from "../../check.ts";
import { OwnPhrases } from "../../check-options.ts";
import { defect, skipped, within } from "../../verdicts/outcome.ts";
import { userTurns } from "./turns.ts";

const common = {
  ...usually,
  category: "Conversation",
  severity: "major",
  judges: "request",
  targets: ["conversation"],
} as const;

export const userRepeatsRequest = defineCheck({
  ...common,
  name: "user_repeats_request",
  title: "User repeats the question",
  description:
    "A user message repeats one of the `lookback` messages before it (Jaccard similarity of their words without stop words): a sign of an unanswered request.",
  costClass: "medium",
  output: passesWhenFalse,
  source: "support analytics; Phoenix USER_FRICTION",
  options: z.strictObject({
    similarity: z.number().min(0).max(1).default(0.7),
    lookback: z.int().positive().max(20).default(3),
  }),
  evaluate: (subject, { similarity, lookback }) => {
    const turns = subject.once(userTurns).map((turn) => ({ turn, words: meaningOf(turn) }));
    if (turns.length < 2) return skipped("the user speaks only once");
    for (const [at, { turn, words }] of turns.entries()) {
      if (wordsOf(turn.text).length < 4) continue;
      const earlier = turns.slice(Math.max(0, at - lookback), at);
      const again = earlier.find(
        (each) => wordsOf(each.turn.text).length >= 4 && jaccard(each.words, words) >= similarity,
      );
      if (again) return defect(true, `“${turn.trimmed.slice(0, 100)}” is repeated`, rangeOf(subject, turn.trimmed));
    }
    return defect(false, "no message is repeated");
  },
});

export const userCorrectionCount = defineCheck({
  ...common,
  name: "user_correction_count",
  title: "User corrections",
  description:
    "Messages in which the user corrects the assistant (“no, I meant …”, “that's wrong”), in seven languages.",
  output: scored("count; pass ≤ 1"),
  source: "support analytics; studies of implicit feedback",
  options: z.strictObject({ max: z.int().nonnegative().default(1), list: OwnPhrases }),
  evaluate: (subject, { max, list }) => {
    const turns = subject.once(userTurns).slice(1);
    if (turns.length === 0) return skipped("the user speaks only once");
    const found = turns.flatMap((turn) => phraseIn(turn, corrections, list) ?? []);
    return within(
      found.length,
      { max },
      "corrections",
      found.flatMap(({ text }) => rangeOf(subject, text)),
    );
  },
});

const corrections = phrasePattern([
  "no,? (?:that's not|that is not|i (?:meant|mean|said|asked|want(?:ed)?)|not (?:that|this|the)|it's not|it is not|wrong)",
  "(?:that's|that is|this is|you're|you are|it's|its) (?:just |still |simply |completely |totally )?(?:wrong|incorrect|not (?:right|correct|true|what i (?:asked|meant|wanted|said|need)))",
  "(?:not|isn't|wasn't|is not|was not) what i (?:asked|meant|wanted|said|was asking|requested|need)",
  "i (?:already|just) (?:told|said|gave|answered|asked|mentioned|explained|provided|sent)",
  "you (?:already|just) (?:asked|said|told|did)",
  "you (?:misunderstood|didn't (?:answer|understand|listen|read)|did not (?:answer|understand|listen|read)|are not listening|aren't listening|keep|ignored|forgot|missed)",
  "(?:as|like) i (?:already )?said",
  "i (?:said|asked|meant|didn't (?:ask|say|mean)|did not (?:ask|say|mean))",
  "(?:try|read|look|check|do it) (?:that |it |this )?again",
  "again,? (?:i|you|no|wrong|please)",
  "das (?:ist|war|stimmt) (?:\\p{L}+ )?(?:falsch|nicht (?:richtig|korrekt|was ich)|nicht)",
  "(?:nein,? )?ich (?:meinte|meine|habe (?:doch |bereits |schon )?(?:gesagt|gefragt|geschrieben))",
  "nicht das,? was ich",
  "du hast (?:mich )?(?:nicht verstanden|falsch verstanden)|sie haben mich (?:nicht|falsch) verstanden",
  "ce n'est pas (?:ça|ce que|correct|juste|vrai)|c'est faux|je voulais dire|j'ai déjà dit|vous n'avez pas (?:compris|répondu)",
  "eso (?:no es|está mal|es incorrecto)|no es (?:eso|lo que)|quise decir|ya (?:te|le) dije|me refería|no (?:me )?(?:entendiste|entendió)",
  "non è (?:quello che|corretto|giusto)|è sbagliato|intendevo|ho già detto",
  "não é (?:isso|o que)|está errado|eu quis dizer|já (?:te |lhe )?disse",
  "dat (?:klopt niet|is (?:fout|verkeerd|niet wat ik))|ik bedoel(?:de)?|ik heb al gezegd",
]);

function meaningOf(turn: PreparedText): ReadonlySet<string> {
  return new Set(wordsOf(turn.lower).filter((word) => !stopWords.has(word)));
}

function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = one.intersection(other).size;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** Returns the last range of a phrase in the joined conversation. */
function rangeOf(subject: Subject, phrase: string): readonly Evidence[] {
  const conversation = subject.text("conversation");
  const at = conversation.phrased.lastIndexOf(phrase.toLowerCase().replace(/[’‘]/g, "'"));
  return at === -1 ? [] : [conversation.foldedEvidence(at, at + phrase.length)];
}
