import type { Json } from "../../datapoints/datapoint.ts";
import {
  afterDriver,
  afterFailure,
  afterJudge,
  afterTarget,
  begun,
  type Conversation,
  type ConversationEnd,
} from "../../datapoints/traces/conversation.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import type { Simulation } from "../simulation.ts";
import type { RowResult, RunRow, StepOf, TestRun } from "../test-run.ts";
import type { SpeakingDriver } from "./driver.ts";
import type { Target, TargetAnswer } from "./target.ts";

/** Whether a stop check has passed on what was said so far. */
export type StopJudge = (run: TestRun, row: RunRow, conversation: Conversation) => Promise<boolean>;

interface Needs {
  readonly run: TestRun;
  readonly simulation: Simulation;
  readonly driver: SpeakingDriver;
  /** Absent: the target is the user's own code, and its turns are an SDK's. */
  readonly target?: Target;
  readonly judge: StopJudge;
  /** Keeps a step; false: somebody else has made it. */
  readonly keep: (row: RunRow, conversation: Conversation, next: StepOf) => Promise<boolean>;
}

/**
 * Makes the service's steps of a conversation, each kept before the next. Gives its result once it is over; undefined
 * where another makes the next step.
 */
export function createConverse({ run, simulation, driver, target, judge, keep }: Needs) {
  return async (row: RunRow, signal: AbortSignal): Promise<RowResult | undefined> => {
    let conversation = row.conversation ?? begun(simulation);
    for (;;) {
      if (conversation.next === "ended") {
        await target?.end?.(row, conversation, signal);
        return resultOf(conversation);
      }
      if (conversation.next === "target" && !target) return undefined;
      const next: Conversation = await step({ row, conversation }, signal);
      if (!(await keep(row, next, stepOf(next, target !== undefined)))) return undefined;
      conversation = next;
    }
  };

  async function step({ row, conversation }: { row: RunRow; conversation: Conversation }, signal: AbortSignal) {
    switch (conversation.next) {
      case "driver": {
        const { reply } = await driver.speak(row, conversation, signal);
        if (reply.kind === "answered") return afterDriver(conversation, reply.text.trim(), simulation);
        return afterFailure(conversation, { by: "driver", message: `the driver could not speak: ${reply.message}` });
      }
      case "judge":
        return afterJudge(conversation, await judge(run, row, conversation));
      case "target": {
        if (!target) throw new Error("a step of the caller's was taken for the service's");
        return targetSaid(conversation, await target.answer(row, conversation, signal), simulation);
      }
      case "ended":
        throw new Error("a conversation that has ended has no step");
      default:
        return unreachable(conversation.next);
    }
  }
}

/** The conversation with what its target made of the newest message, whoever asked it. */
export function targetSaid(conversation: Conversation, answer: TargetAnswer, simulation: Simulation): Conversation {
  const { prediction, error, modelInput, ...turn } = answer;
  const shown = Array.isArray(modelInput) ? (modelInput as readonly Json[]) : [];
  const opening = shown.slice(0, Math.max(0, shown.length - conversation.messages.length));
  const known = opening.length === 0 ? conversation : { ...conversation, opening };
  if (prediction !== undefined) return afterTarget(known, { ...turn, prediction }, simulation);
  const message = error ?? "the target did not answer";
  return afterFailure(known, { by: "target", message, ...(turn.call ? { call: turn.call } : {}) });
}

/** Who makes the next step. An ended conversation is brought home by the service. */
export function stepOf({ next }: Conversation, targetIsServed: boolean): StepOf {
  return next === "target" && !targetIsServed ? "caller" : "service";
}

/** What came of a conversation, as of any other try: the last answer is the prediction. */
export function resultOf({ messages, opening = [], turns: kept, ended, failure }: Conversation): RowResult {
  const turns = kept.map((turn) => ({ ...turn, after: turn.after + opening.length }));
  const last = turns.at(-1);
  const durationMs = turns.reduce((sum, turn) => sum + turn.durationMs, 0);
  const startedAt = turns[0]?.startedAt ?? 0;
  const common = { startedAt, durationMs, turns, ended: ended ?? ("failed" satisfies ConversationEnd) };
  const whole: readonly Json[] = [...opening, ...messages.map((said) => ({ ...said }))];
  const modelInput = failure ? whole : whole.slice(0, last?.after);
  if (failure) {
    const { message: error, call } = failure;
    return { ...common, modelInput, error, ...(call ? { call } : {}) };
  }
  if (!last) return { ...common, modelInput, error: "the conversation ended before the target said anything" };
  const { prediction, metadata, call } = last;
  return {
    ...common,
    modelInput,
    prediction,
    ...(metadata === undefined ? {} : { metadata }),
    ...(call === undefined ? {} : { call }),
  };
}
