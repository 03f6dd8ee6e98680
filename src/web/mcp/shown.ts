import { isJsonObject, type JsonObject, type JsonValue } from "../../platform/json/json.ts";

/** Returns a datapoint without the raw payload, and only those of its verdicts that need attention. */
export function datapointBrief(answer: JsonValue): JsonObject {
  const { attributes: _, monitors: __, verdicts, ...datapoint } = objectOf(answer);
  const all = objectsOf(verdicts);
  const failed = all.filter(isWrong).map(({ check, state, reason, explanation }) => ({
    check: check ?? "",
    state: state ?? "",
    ...(reason === undefined ? {} : { reason }),
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

/** Returns a test run without what only its page needs. */
export function runBrief(answer: JsonValue): JsonObject {
  const { atK: _, calculateMetrics: __, isServed: ___, ...run } = objectOf(answer);
  return run;
}

/** Returns what is needed to choose a check. */
export function checkBrief(answer: JsonValue): JsonObject {
  const items = objectsOf(objectOf(answer)["items"]).map((check) =>
    Object.fromEntries(briefFields.flatMap((field) => (check[field] === undefined ? [] : [[field, check[field]]]))),
  );
  return { items };
}

const briefFields = ["name", "title", "kind", "category", "description", "severity", "finds", "unavailable"] as const;

const isWrong = ({ state }: JsonObject) => state === "failed" || state === "broken";
/** Formats a value for a URL. */
export const textOf = (value: JsonValue = ""): string => (typeof value === "string" ? value : JSON.stringify(value));

export const objectOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});
const objectsOf = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.map(objectOf) : [];
