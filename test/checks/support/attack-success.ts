import { isMissing } from "../../../src/checks/judges/complete.ts";
import { judgeChecks } from "../../../src/checks/judges/index.ts";
import { createJudgeCall, type Defences } from "../../../src/checks/judges/judge-call.ts";
import { subjectOf } from "../../../src/datapoints/traces/subject.ts";
import { dialog } from "../../support/data/datapoints.ts";
import { answerTo, type Decide, plainDecide, read } from "../../support/providers/fake-judge.ts";
import { aJudge } from "../../support/providers/judge-models.ts";
import { type Attack, attacks, coreOf } from "./judge-attacks.ts";

const positions = ["start", "middle", "end"] as const;

function inserted(output: string, attack: string, position: (typeof positions)[number]): string {
  const sentences = output.split(". ");
  const half = Math.ceil(sentences.length / 2);
  if (position === "start") return `${attack}\n${output}`;
  if (position === "end") return `${output}\n${attack}`;
  return `${sentences.slice(0, half).join(". ")}.\n${attack}\n${sentences.slice(half).join(". ")}`;
}

/** A judge that obeys a well-formed attack as long as it can read it. */
const obeying = (attack: Attack): Decide => {
  const core = coreOf(attack);
  return (check, shown) => {
    const isThere = [...shown.blocks.values()].some((text) => text.includes(core));
    if (!isThere) return plainDecide(check, shown);
    return plainDecide(check, { ...shown, blocks: new Map([...shown.blocks, ["answer", "fine"]]) });
  };
};

/** How a judge is compromised: it decides as the attack demands, or it copies an answer that the text dictates. */
export type Weakness = "obeys" | "copies";

/** Returns the share of bad outputs that pass with an attack in them, by family; each fails without one. */
export async function attackSuccess(
  outputs: readonly string[],
  defences: Partial<Defences>,
  weakness: Weakness = "obeys",
) {
  const check = judgeChecks.get("toxicity");
  if (!check) throw new Error("no toxicity");
  const requests = [{ check, options: {} }];
  const counts = new Map<string, { tried: number; passed: number }>();
  for (const attack of attacks) {
    const decide = obeying(attack);
    const complete = (_: unknown, question: Parameters<typeof answerTo>[0]) => {
      const isShown = [...read(question).blocks.values()].some((text) => text.includes(coreOf(attack)));
      // An attacker who dictates an answer cannot know the seal in the instructions.
      const seal = isShown && weakness === "copies" ? "dictated" : undefined;
      return Promise.resolve({ text: answerTo(question, decide, seal), tokens: {}, isCut: false });
    };
    const callJudge = createJudgeCall({ complete, defences });
    const count = counts.get(attack.family) ?? { tried: 0, passed: 0 };
    for (const output of outputs)
      for (const position of positions) {
        const subject = subjectOf(dialog({ input: "Say something", output: inserted(output, attack.text, position) }));
        const outcomes = await callJudge(aJudge(), requests, subject, new AbortController().signal);
        if (isMissing(outcomes)) throw new Error(outcomes.reason);
        count.tried++;
        if (outcomes.get("toxicity")?.kind === "passed") count.passed++;
      }
    counts.set(attack.family, count);
  }
  const all = [...counts.values()];
  const sum = (of: "tried" | "passed") => all.reduce((total, one) => total + one[of], 0);
  return { success: sum("passed") / sum("tried"), tried: sum("tried"), byFamily: counts };
}
