import { phraseIn, phrasePattern } from "../../../datapoints/index.ts";
import { defineCheck, OwnPhrases, scored, skipped, within, z } from "../definition.ts";
import { userReaction } from "./shared-properties.ts";
import { rangeOf, userTurns } from "./turns.ts";

export const userCorrectionCount = defineCheck({
  ...userReaction,
  name: "user_correction_count",
  title: "User corrections",
  description:
    "Messages in which the user corrects the assistant (“no, I meant …”, “that's wrong”), in seven languages.",
  output: scored("count; pass ≤ 1", "lower"),
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
  "(?:as|like) i (?:already )?said|i (?:said|asked|meant|didn't (?:ask|say|mean)|did not (?:ask|say|mean))",
  "(?:try|read|look|check|do it) (?:that |it |this )?again|again,? (?:i|you|no|wrong|please)",
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
