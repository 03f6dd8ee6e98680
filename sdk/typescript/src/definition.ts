import type { ModelDefinitionInput, NewSimulation } from "../../../packages/api-client/src/api.ts";
import type {
  CustomBatchModel,
  CustomEndpointTarget,
  CustomModel,
  CustomMultiturnTarget,
  GenerationModel,
  Simulation,
} from "./model-types.ts";

/** A model that is the caller's own code. */
export type OwnModel = CustomModel | CustomBatchModel | CustomMultiturnTarget;
export type AnyModel = OwnModel | GenerationModel | CustomEndpointTarget;

export const isOwn = (model: AnyModel): model is OwnModel => "invoke" in model || "invoke_batch" in model;

/** Returns the maximum number of rows per call of the model. */
export const batchSizeOf = (model: OwnModel): number => (model.type === "custom_batch" ? (model.batch_size ?? 10) : 1);

/** Converts a model to the API's format. */
export function definitionOf(model: AnyModel): ModelDefinitionInput {
  if (isOwn(model))
    return { type: "custom", ...(model.type === "custom_batch" ? { batchSize: batchSizeOf(model) } : {}) };
  if (model.type === "http") return camel(model);
  const { model_id, ...rest } = model;
  return { ...camel(rest), model: model_id };
}

export function simulationOf({
  driver = {},
  stop_check: check,
  stop_phrase: phrase,
  ...rest
}: Simulation): NewSimulation {
  const { model_id: model, ...driverSettings } = driver;
  return {
    ...camel(rest),
    driver: { ...camel(driverSettings), model },
    ...(check || phrase !== undefined
      ? { stop: { phrase, check: check && { check: check.check_name, stopOn: check.stop_on ?? true } } }
      : {}),
  };
}

/** Content for other services: the keys inside must not be converted. */
const passthroughKeys = ["headers", "body", "tools", "params"] as const;

type CamelKey<Key> = Key extends `${infer Head}_${infer Rest}` ? `${Head}${Capitalize<CamelKey<Rest>>}` : Key;
type Camel<Value> = Value extends readonly (infer Each)[]
  ? readonly Camel<Each>[]
  : Value extends object
    ? {
        [Key in keyof Value as CamelKey<Key>]: Key extends (typeof passthroughKeys)[number]
          ? Value[Key]
          : Camel<Value[Key]>;
      }
    : Value;

export function camel<Value>(value: Value): Camel<Value> {
  if (Array.isArray(value)) return value.map((each: unknown) => camel(each)) as Camel<Value>;
  if (typeof value !== "object" || value === null) return value as Camel<Value>;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]: [string, unknown]) => [
      key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      passthroughKeys.some((their) => their === key) ? each : camel(each),
    ]),
  ) as Camel<Value>;
}
