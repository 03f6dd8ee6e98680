import type { ModelDefinitionInput } from "../../../packages/api-client/src/api.ts";
import { GaffeError } from "./errors.ts";
import type {
  CustomBatchModel,
  CustomEndpointTarget,
  CustomModel,
  CustomMultiturnTarget,
  GenerationModel,
} from "./model-types.ts";
import { type OptionNames, refuseUnknown } from "./options.ts";

/** A model that is the caller's own code. */
export type OwnModel = CustomModel | CustomBatchModel | CustomMultiturnTarget;

/** A model that the service calls. */
export type ServedModel = GenerationModel | CustomEndpointTarget;
export type AnyModel = OwnModel | ServedModel;

export const isOwn = (model: AnyModel): model is OwnModel => "invoke" in model || "invokeBatch" in model;

/** Returns the maximum number of rows per call of the model. */
export const batchSizeOf = (model: OwnModel): number => (model.type === "custom_batch" ? (model.batchSize ?? 10) : 1);

/** Converts a model to the API's format. Throws for a model without code where its type says that it has some. */
export function definitionOf(model: AnyModel): ModelDefinitionInput {
  if (isServed(model)) return model;
  const { type } = model;
  const names: Readonly<Record<string, true>> = namesOf[type];
  // An instance of a class may have further members.
  if (Object.getPrototypeOf(model) === Object.prototype) refuseUnknown(`a model of the type ${type}`, model, names);
  const code = type === "custom_batch" ? "invokeBatch" : "invoke";
  if (!(code in model)) throw new GaffeError(`a model of the type ${type} needs ${code}`, { field: code });
  return { type: "custom", ...(type === "custom_batch" ? { batchSize: batchSizeOf(model) } : {}) };
}

const namesOf = {
  custom: { type: true, invoke: true } satisfies OptionNames<CustomModel>,
  custom_batch: { type: true, batchSize: true, invokeBatch: true } satisfies OptionNames<CustomBatchModel>,
  custom_multiturn: {
    type: true,
    invoke: true,
    startSession: true,
    endSession: true,
  } satisfies OptionNames<CustomMultiturnTarget>,
};

/** The service parses its own models strictly, and names a misspelt setting. */
const isServed = (model: AnyModel): model is ServedModel => !Object.hasOwn(namesOf, model.type);
