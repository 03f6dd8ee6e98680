import type { Json } from "./json.ts";
import type {
  CustomEndpointTarget,
  CustomModel,
  CustomMultiturnTarget,
  GenerationModel,
  Simulation,
} from "./model-types.ts";

export type AnyModel = CustomModel | CustomMultiturnTarget | GenerationModel | CustomEndpointTarget;
/** Code of the caller's own. */
export type OwnModel = CustomModel | CustomMultiturnTarget;

export const isOwn = (model: AnyModel): model is OwnModel => "invoke" in model;

/** A model as the API takes it. */
export function definitionOf(model: AnyModel): Json {
  if (isOwn(model)) return { type: "custom" };
  if (model.type === "http") return camel(model as unknown as Json);
  const { model_id, ...rest } = model;
  return camel({
    ...(rest as unknown as Record<string, Json>),
    ...(model_id === undefined ? {} : { model: model_id }),
  });
}

export function simulationOf({ driver = {}, stop_check: check, stop_phrase: phrase, ...rest }: Simulation): Json {
  const { model_id: model, ...said } = driver;
  const stop = {
    ...(phrase === undefined ? {} : { phrase }),
    ...(check === undefined ? {} : { check: { check: check.check_name, stopOn: check.stop_on ?? true } }),
  };
  return {
    ...(camel(rest) as object),
    driver: { ...(camel(said) as object), ...(model === undefined ? {} : { model }) },
    ...(Object.keys(stop).length === 0 ? {} : { stop }),
  };
}

/** What the user wrote for somebody else: its keys are not ours. */
const theirs = new Set(["headers", "body", "tools", "params"]);

function camel(value: Json): Json {
  if (Array.isArray(value)) return value.map((each: Json) => camel(each));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      theirs.has(key) ? each : camel(each),
    ]),
  );
}
