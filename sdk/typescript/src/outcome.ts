import type { Leases, TryResult } from "../../../packages/api-client/src/api.ts";
import type { OwnModel } from "./definition.ts";
import type { CustomBatchModel, CustomModel, CustomMultiturnTarget, ModelInvocation } from "./model-types.ts";

export type Try = Leases["items"][number];

/**
 * Calls the model for each attempt and returns the results in order. Never rejects: an exception of the model
 * becomes the error of its rows.
 */
export async function resultsOf(model: OwnModel, attempts: readonly Try[]): Promise<TryResult[]> {
  if (model.type === "custom_batch") return batched(model, attempts);
  return Promise.all(attempts.map((one) => invokeOne(model, one)));
}

async function invokeOne(model: CustomModel | CustomMultiturnTarget, one: Try): Promise<TryResult> {
  const { input, result, messages = [], turn = 1 } = one;
  try {
    if (model.type === "custom") {
      if (one.messages) return failed(one, new Error(wrongModel));
      return resultOf(one, await model.invoke(input, result));
    }
    const sessionId = one.sessionId ?? (await model.startSession?.(input));
    const invocation = await model.invoke({ messages, scenarioInput: input, sessionId, turn });
    return {
      ...resultOf(one, typeof invocation === "string" ? { modelPrediction: invocation } : invocation),
      sessionId,
    };
  } catch (thrown) {
    return failed(one, thrown);
  }
}

/** Lets the model end a session. Never rejects: the results are already recorded. */
export async function endSession(model: OwnModel, session: string): Promise<void> {
  if (model.type !== "custom_multiturn") return;
  try {
    await model.endSession?.(session);
  } catch {
    // The run is over, so an error changes nothing.
  }
}

async function batched(model: CustomBatchModel, attempts: readonly Try[]): Promise<TryResult[]> {
  const named = attempts.map((one) => ({ id: `${one.rowId}/${one.repeat}`, one }));
  try {
    if (attempts.some(({ messages }) => messages)) throw new Error(wrongModel);
    const entries = await model.invokeBatch(named.map(({ id, one }) => ({ id, inputValue: one.input })));
    if (!Array.isArray(entries)) throw new TypeError("invokeBatch must return [{id, modelInvocation}]");
    const byId = new Map(entries.map(({ id, modelInvocation: invocation }) => [id, invocation]));
    return named.map(({ id, one }) =>
      byId.has(id)
        ? resultOf(one, byId.get(id))
        : failed(one, new Error(`invokeBatch returned no entry for ${id}: return one entry for each id`)),
    );
  } catch (thrown) {
    return attempts.map((one) => failed(one, thrown));
  }
}

const wrongModel = "a conversation needs a model of the type custom_multiturn";

function resultOf(one: Try, invocation: ModelInvocation | undefined): TryResult {
  if (invocation?.modelPrediction === undefined)
    return {
      ...keyOf(one),
      error: "invoke returned no modelPrediction: return {modelPrediction, modelInput?, modelOutputMetadata?}",
    };
  const { modelPrediction, modelInput, modelOutputMetadata } = invocation;
  return { ...keyOf(one), modelPrediction, modelInput, modelOutputMetadata };
}

function failed(one: Try, thrown: unknown): TryResult {
  const error = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return { ...keyOf(one), error: error.slice(0, 10_000) };
}

const keyOf = ({ rowId, repeat, step }: Try) => ({ rowId, repeat, step });
