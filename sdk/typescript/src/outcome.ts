import type { Leases, TryResult } from "./api.ts";
import type { OwnModel } from "./definition.ts";
import type { CustomBatchModel, CustomModel, CustomMultiturnTarget, ModelInvocation } from "./model-types.ts";

export type Try = Leases["items"][number];

/** What came of tries, in their order. Never rejects: what the model throws is an error of its rows. */
export async function resultsOf(model: OwnModel, tries: readonly Try[]): Promise<TryResult[]> {
  if (model.type === "custom_batch") return batched(model, tries);
  return Promise.all(tries.map((one) => answered(model, one)));
}

async function answered(model: CustomModel | CustomMultiturnTarget, one: Try): Promise<TryResult> {
  const { input, result, messages = [], turn = 1 } = one;
  try {
    if (model.type === "custom") {
      if (one.messages) return failed(one, new Error(wrongModel));
      return resultOf(one, await model.invoke(input as never, result));
    }
    const sessionId = one.sessionId ?? (await model.start_session?.(input));
    const said = await model.invoke({ messages, scenario_input: input, session_id: sessionId, turn });
    return { ...resultOf(one, typeof said === "string" ? { model_prediction: said } : said), sessionId };
  } catch (thrown) {
    return failed(one, thrown);
  }
}

/** Lets the model end what it began. Never rejects: what was answered stands. */
export async function endSession(model: OwnModel, session: string): Promise<void> {
  if (model.type !== "custom_multiturn") return;
  try {
    await model.end_session?.(session);
  } catch {
    // The run is over.
  }
}

async function batched(model: CustomBatchModel, tries: readonly Try[]): Promise<TryResult[]> {
  const named = tries.map((one) => ({ id: `${one.rowId}/${one.repeat}`, one }));
  try {
    if (tries.some(({ messages }) => messages)) throw new Error(wrongModel);
    const said = await model.invoke_batch(named.map(({ id, one }) => ({ id, input_value: one.input })));
    if (!Array.isArray(said)) throw new TypeError("invoke_batch must return [{id, model_invocation}]");
    const byId = new Map(said.map(({ id, model_invocation: invocation }) => [id, invocation]));
    return named.map(({ id, one }) =>
      byId.has(id)
        ? resultOf(one, byId.get(id))
        : failed(one, new Error(`invoke_batch said nothing of ${id}: return one entry for each id`)),
    );
  } catch (thrown) {
    return tries.map((one) => failed(one, thrown));
  }
}

const wrongModel = "a conversation needs a model of the type custom_multiturn";

function resultOf(one: Try, said: ModelInvocation | undefined): TryResult {
  if (said?.model_prediction === undefined)
    return {
      ...placeOf(one),
      error: "invoke returned no model_prediction: return {model_prediction, model_input?, model_output_metadata?}",
    };
  const { model_prediction: modelPrediction, model_input: modelInput, model_output_metadata: metadata } = said;
  return { ...placeOf(one), modelPrediction, modelInput, modelOutputMetadata: metadata };
}

function failed(one: Try, thrown: unknown): TryResult {
  const error = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return { ...placeOf(one), error: error.slice(0, 10_000) };
}

const placeOf = ({ rowId, repeat, step }: Try) => ({ rowId, repeat, step });
