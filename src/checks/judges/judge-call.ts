import { hash, randomBytes } from "node:crypto";
import type { Outcome, Subject } from "../../datapoints/index.ts";
import { declared, declined, everyOne, forPeople, noVerdict, type Outcomes, withNote } from "./call-outcomes.ts";
import { type Complete, isMissing, type NoCompletion } from "./complete.ts";
import type { JudgeModel, JudgeRequest } from "./judge.ts";
import { meanOf, timesOf } from "./mean.ts";
import { type Block, blocksOf, fit, roomFor } from "./prompt/blocks.ts";
import { type Question, questionFor, repairOf, type Secrets, stepFor } from "./prompt/prompt.ts";
import { readAnswer } from "./prompt/read-answer.ts";
import { speaksToJudge, withoutAddress } from "./prompt/tripwires.ts";
import { similarityOf } from "./similarity.ts";

/** Defenses against evaluated texts that address the judge. All are on, except where their effect is measured. */
export interface Defences {
  /** The response must repeat the seal from the instructions. */
  readonly seal: boolean;
  /** A defect must be backed by a quote that occurs in the text. */
  readonly quotes: boolean;
  /** A text that addresses the judge doesn't pass on the verdict of a single call. */
  readonly tripwires: boolean;
}

interface JudgeCallDependencies {
  readonly complete: Complete;
  readonly defences?: Partial<Defences>;
  readonly randomHex?: (bytes: number) => string;
}

export type JudgeCall = (
  model: JudgeModel,
  requests: readonly JudgeRequest[],
  subject: Subject,
  signal: AbortSignal,
) => Promise<Outcomes | NoCompletion>;

/**
 * Creates a function that gets the verdicts of checks that see the same texts. An unusable response is
 * repaired once; after that the check is broken. Returns what `complete` returned instead of a completion.
 */
export function createJudgeCall({ complete, defences = {}, randomHex = hex }: JudgeCallDependencies): JudgeCall {
  const { tripwires = true, seal: sealed = true, quotes = true } = defences;

  return async (model, requests, subject, signal) => {
    const [first] = requests;
    if (!first) return new Map();
    const { name } = first.check;
    const outcomes = await once(model, requests, subject, signal);
    if (isMissing(outcomes)) return outcomes;
    const answers = [outcomes.get(name) ?? noVerdict];
    while (answers.length < timesOf(first) && answers.every(({ kind }) => kind === "passed" || kind === "failed")) {
      const next = await once(model, [first], subject, signal);
      if (isMissing(next)) return next;
      answers.push(next.get(name) ?? noVerdict);
    }
    return answers.length === 1 ? outcomes : new Map([...outcomes, [name, meanOf(first, answers)]]);
  };

  async function once(...[model, requests, subject, signal]: Parameters<JudgeCall>): ReturnType<JudgeCall> {
    const [first] = requests;
    if (!first) return new Map();
    const { kind } = first.check.rubric.answer;
    if (kind === "embedding" || kind === "pairwise") {
      const outcome = await (kind === "embedding"
        ? similarityOf(complete, model, first, { subject, signal })
        : inBothOrders(model, first, subject, signal));
      return isMissing(outcome) ? outcome : new Map([[first.check.name, outcome]]);
    }
    const blocks = await shown(model, requests, subject, signal);
    if (isMissing(blocks)) return blocks;
    if (blocks.length === 0) return everyOne(requests, { kind: "skipped", reason: "there is no text to judge" });
    const outcomes = await twice(model, requests, blocks, signal);
    if (isMissing(outcomes)) return outcomes;
    const checked = tripwires ? await confirmed(model, requests, { blocks, outcomes }, signal) : outcomes;
    return isMissing(checked) ? checked : declared(checked, blocks);
  }

  async function shown(model: JudgeModel, requests: readonly JudgeRequest[], subject: Subject, signal: AbortSignal) {
    const fields = [...new Set(requests.flatMap(({ check }) => check.rubric.fields))];
    const room = roomFor(model, requests);
    const blocks = fit(blocksOf(subject, fields), room);
    const step = requests[0]?.check.rubric.firstStep;
    if (!step) return blocks;
    const seen = fit(blocksOf(subject, step.fields), room);
    if (seen.length === 0) return [];
    const secrets = newSecrets();
    const answer = await complete(model, stepFor(step.ask, seen, secrets), signal);
    if (isMissing(answer)) return answer;
    return [...blocks, { field: "baseline" as const, text: resultIn(answer.text), cut: 0 }];
  }

  /** Calls the model, and once more to repair what could not be used. */
  async function twice(
    model: JudgeModel,
    requests: readonly JudgeRequest[],
    blocks: readonly Block[],
    signal: AbortSignal,
  ): Promise<Outcomes | NoCompletion> {
    const secrets = newSecrets();
    const question = questionFor(requests, blocks, secrets);
    const answer = await complete(model, question, signal);
    if (isMissing(answer)) return answer;
    if (answer.refused !== undefined) return everyOne(requests, declined(answer.refused));
    const first = readAnswer(answer.text, requests, against(blocks, secrets));
    if (first.problems.size === 0) return first.outcomes;
    const again = requests.filter(({ check }) => first.problems.has(check.name));
    const repaired = await repair(
      model,
      {
        question: requests.length === again.length ? question : undefined,
        again,
        blocks,
        secrets,
        answer: answer.text,
        problems: [...first.problems.values(), ...(answer.isCut ? ["it was cut off: be shorter"] : [])],
      },
      signal,
    );
    return isMissing(repaired) ? repaired : new Map([...first.outcomes, ...repaired]);
  }

  async function repair(
    model: JudgeModel,
    at: {
      question: Question | undefined;
      again: readonly JudgeRequest[];
      blocks: readonly Block[];
      secrets: Secrets;
      answer: string;
      problems: readonly string[];
    },
    signal: AbortSignal,
  ): Promise<Outcomes | NoCompletion> {
    const { again, blocks, secrets } = at;
    const question = at.question ?? questionFor(again, blocks, secrets);
    const answer = await complete(model, repairOf(question, at.answer, at.problems), signal);
    if (isMissing(answer)) return answer;
    if (answer.refused !== undefined) return everyOne(again, declined(answer.refused));
    const read = readAnswer(answer.text, again, against(blocks, secrets));
    const begin = JSON.stringify(answer.text.slice(0, 160));
    const broken = [...read.problems].map(([name, problem]): [string, Outcome] => [
      name,
      { kind: "broken", reason: `the judge gave no valid answer twice: ${problem}. The response begins with ${begin}` },
    ]);
    return new Map([...read.outcomes, ...broken]);
  }

  /**
   * Second layer against texts that address the judge: checks that did not fail are evaluated again without the
   * suspicious passages. The worse verdict counts.
   */
  async function confirmed(
    model: JudgeModel,
    requests: readonly JudgeRequest[],
    { blocks, outcomes }: { blocks: readonly Block[]; outcomes: Outcomes },
    signal: AbortSignal,
  ): Promise<Outcomes | NoCompletion> {
    if (!blocks.some(({ field, text }) => !trusted.has(field) && speaksToJudge(text))) return outcomes;
    const doubtful = requests.filter(({ check }) => {
      // For an input-attack check the suspicious passage is the very subject, so it is not removed.
      if (check.pack === "input-attack") return false;
      const kind = outcomes.get(check.name)?.kind;
      return kind === "passed" || kind === "skipped";
    });
    if (doubtful.length === 0) return outcomes;
    const cleaned = blocks.flatMap((block) => {
      const text = trusted.has(block.field) ? block.text : withoutAddress(block.text);
      return text === undefined ? [] : [{ ...block, text }];
    });
    // Nothing remains without the suspicious passages, so a person must decide.
    if (cleaned.length < blocks.length) return new Map([...outcomes, ...everyOne(doubtful, forPeople)]);
    const second = await twice(model, doubtful, cleaned, signal);
    if (isMissing(second)) return second;
    const worse = [...second].flatMap(([name, outcome]): [string, Outcome][] => {
      if (outcome.kind !== "failed" && outcome.kind !== "broken") return [];
      return [
        [name, withNote(outcome, "A passage that speaks to the judge was left out; with it the verdict was another.")],
      ];
    });
    return new Map([...outcomes, ...worse]);
  }

  /** Returns 1 for a win in both orders, 0.5 for a tie or when the order decides, 0 for a loss in both. */
  async function inBothOrders(
    model: JudgeModel,
    request: JudgeRequest,
    subject: Subject,
    signal: AbortSignal,
  ): Promise<Outcome | NoCompletion> {
    const blocks = await shown(model, [request], subject, signal);
    if (isMissing(blocks)) return blocks;
    const [mine, other] = ["output", "baseline"].map((field) => blocks.find((block) => block.field === field));
    if (!mine || !other)
      return { kind: "skipped", reason: "there is no other answer to compare with: expected.baseline" };
    const rest = blocks.filter((block) => block !== mine && block !== other);
    const inOrder = await twice(model, [request], [...rest, mine, other], signal);
    if (isMissing(inOrder)) return inOrder;
    const swapped = [...rest, { ...mine, text: other.text }, { ...other, text: mine.text }];
    const inOther = await twice(model, [request], swapped, signal);
    if (isMissing(inOther)) return inOther;
    const [one, two] = [inOrder, inOther].map((outcomes) => outcomes.get(request.check.name));
    if (one?.kind !== "passed" || two?.kind !== "passed")
      return one?.kind === "passed" || !one ? (two ?? noVerdict) : one;
    const [won, wonSwapped] = [Number(one.value), 1 - Number(two.value)];
    const value = won === wonSwapped ? won : 0.5;
    const { threshold } = request.check.options.parse(request.options) as { threshold: number };
    const explanation = won === wonSwapped ? one.explanation : `The order of the answers decided. ${one.explanation}`;
    return { kind: value >= threshold ? "passed" : "failed", value, explanation, evidence: one.evidence };
  }

  function against(blocks: readonly Block[], { seal }: Secrets) {
    return { blocks, seal: sealed ? seal : undefined, needsQuotes: quotes };
  }

  function newSecrets(): Secrets {
    const nonce = randomHex(8);
    // Derived from fresh random bytes, so that the nonce in the visible tags does not reveal the seal.
    return { nonce, seal: hash("sha256", `${nonce} ${randomHex(16)}`, "hex").slice(0, 12) };
  }
}

/** Fields written by the application's owner, not by the model or its users. */
const trusted = new Set<Block["field"]>(["system", "expected", "tools"]);

const hex = (bytes: number) => randomBytes(bytes).toString("hex");

function resultIn(text: string): string {
  const match = /"result"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text);
  return match?.[1] === undefined ? text.slice(0, 2000) : (JSON.parse(match[1]) as string);
}
