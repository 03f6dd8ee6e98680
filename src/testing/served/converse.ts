import type { Conversation, ConversationEnd, Simulation } from "../../datapoints/index.ts";
import { afterDriver, afterFailure, afterJudge, afterTarget, newConversation } from "../../datapoints/service.ts";
import { Failure } from "../../platform/failure.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import type { Json } from "../../platform/json/json.ts";
import type { RowResult, RunRow, StepOf, TestRun } from "../test-run.ts";
import type { SpeakingDriver } from "./driver.ts";
import type { Target, TargetAnswer } from "./target.ts";

/** Returns whether the stop check passed on the conversation so far. */
export type StopJudge = (run: TestRun, row: RunRow, conversation: Conversation) => Promise<boolean>;

interface ConverseDependencies {
  readonly run: TestRun;
  readonly simulation: Simulation;
  readonly driver: SpeakingDriver;
  /** Absent: the target is the user's own code, and an SDK makes its turns. */
  readonly target?: Target;
  readonly judge: StopJudge;
  /** Stores a step; false if another process already made it. */
  readonly storeStep: (row: RunRow, conversation: Conversation, next: StepOf) => Promise<boolean>;
}

/**
 * Makes the service's steps of a conversation and stores each before the next. Returns the result when it
 * ends, or undefined if another side makes the next step.
 */
export function createConverse({ run, simulation, driver, target, judge, storeStep }: ConverseDependencies) {
  return async (row: RunRow, signal: AbortSignal): Promise<RowResult | undefined> => {
    let conversation = row.conversation ?? newConversation(simulation);
    for (;;) {
      if (conversation.next === "ended") {
        await target?.end?.(row, conversation, signal);
        return resultOf(conversation);
      }
      if (conversation.next === "target" && !target) return undefined;
      const next: Conversation = await step({ row, conversation }, signal);
      if (!(await storeStep(row, next, stepOf(next, target !== undefined)))) return undefined;
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
        if (!target) throw new Failure("defect", "a step of the caller's was taken for the service's");
        return withTargetAnswer(conversation, await target.answer(row, conversation, signal), simulation);
      }
      case "ended":
        throw new Failure("defect", "a conversation that has ended has no step");
      default:
        return unreachable(conversation.next);
    }
  }
}

/** Adds the target's answer to the newest message, from either side, to the conversation. */
export function withTargetAnswer(
  conversation: Conversation,
  answer: TargetAnswer,
  simulation: Simulation,
): Conversation {
  const { prediction, error, modelInput, ...turn } = answer;
  const shown = Array.isArray(modelInput) ? (modelInput as readonly Json[]) : [];
  const opening = shown.slice(0, Math.max(0, shown.length - conversation.messages.length));
  const known = opening.length === 0 ? conversation : { ...conversation, opening };
  if (prediction !== undefined) return afterTarget(known, { ...turn, prediction }, simulation);
  const message = error ?? "the target did not answer";
  return afterFailure(known, { by: "target", message, ...(turn.call ? { call: turn.call } : {}) });
}

/** Returns who makes the next step. The service finishes ended conversations. */
export function stepOf({ next }: Conversation, targetIsServed: boolean): StepOf {
  return next === "target" && !targetIsServed ? "caller" : "service";
}

/** Returns the result of a conversation like that of any attempt: the last answer is the prediction. */
export function resultOf({ messages, opening = [], turns: storedTurns, ended, failure }: Conversation): RowResult {
  const turns = storedTurns.map((turn) => ({ ...turn, after: turn.after + opening.length }));
  const last = turns.at(-1);
  const durationMs = turns.reduce((sum, turn) => sum + turn.durationMs, 0);
  const startedAt = turns[0]?.startedAt ?? 0;
  const common = { startedAt, durationMs, turns, ended: ended ?? ("failed" satisfies ConversationEnd) };
  const whole: readonly Json[] = [...opening, ...messages.map((message) => ({ ...message }))];
  const modelInput = failure ? whole : whole.slice(0, last?.after);
  if (failure) {
    const { message: error, call } = failure;
    return { ...common, modelInput, error, ...(call ? { call } : {}) };
  }
  if (!last) return { ...common, modelInput, error: "the conversation ended before the target answered" };
  const { prediction, metadata, call } = last;
  return {
    ...common,
    modelInput,
    prediction,
    ...(metadata === undefined ? {} : { metadata }),
    ...(call === undefined ? {} : { call }),
  };
}
