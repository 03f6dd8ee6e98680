import { isJsonObject, type JsonObject, type JsonValue } from "../../platform/json/json.ts";

/** A datapoint without what was received word for word, and of its verdicts those that ask for attention. */
export function datapointBrief(answer: JsonValue): JsonObject {
  const { attributes: _, monitors: __, verdicts, ...datapoint } = objectOf(answer);
  const all = objectsOf(verdicts);
  const failed = all.filter(isWrong).map(({ check, state, because, explanation }) => ({
    check: check ?? "",
    state: state ?? "",
    ...(because === undefined ? {} : { because }),
    ...(explanation === undefined ? {} : { explanation }),
  }));
  return { ...datapoint, failedChecks: failed, checksInAll: all.length };
}

export function verdictsOf(answer: JsonValue): JsonObject {
  const { verdicts, monitors } = objectOf(answer);
  const all = objectsOf(verdicts);
  const ordered = [...all.filter(isWrong), ...all.filter((verdict) => !isWrong(verdict))];
  return { verdicts: ordered, monitors: monitors ?? [] };
}

export function traceBrief(answer: JsonValue): JsonObject {
  const { overview: _, errorRows: __, ...trace } = objectOf(answer);
  return trace;
}

/** Enough to choose a check by. */
export function checkBrief(answer: JsonValue): JsonObject {
  const items = objectsOf(objectOf(answer)["items"]).map((check) =>
    Object.fromEntries(told.flatMap((field) => (check[field] === undefined ? [] : [[field, check[field]]]))),
  );
  return { items };
}

const told = ["name", "title", "kind", "category", "description", "severity", "finds", "unavailable"] as const;

const isWrong = ({ state }: JsonObject) => state === "failed" || state === "broken";
/** As it stands in an address. */
export const textOf = (value: JsonValue = ""): string => (typeof value === "string" ? value : JSON.stringify(value));

export const objectOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});
const objectsOf = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.map(objectOf) : [];
