import type { AttributeValue } from "../../otlp/index.ts";
import type { TestRunId } from "../../platform/ids.ts";
import type { Json } from "../../platform/json/json.ts";
import { isJsonObject, type JsonValue, member, parseJson } from "../../platform/json/json.ts";
import type { Datapoint } from "../datapoint.ts";
import type { BroughtVerdict, RunCheck } from "./run-check.ts";

/**
 * What a test run needs to evaluate an attempt's datapoint. Stored on the span, so that evaluation needs no
 * other source.
 */
export interface RunContext {
  readonly runId: string;
  readonly rowId: string;
  readonly checks: readonly RunCheck[];
  /** Verdicts of the caller's local checks. */
  readonly brought: readonly BroughtVerdict[];
  /** The row's expected result; absent if it has none. */
  readonly expected?: Json;
}

const names = {
  run: "gaffe.test_run.id",
  row: "gaffe.test_run.row",
  checks: "gaffe.test_run.checks",
  expected: "gaffe.test_run.expected",
  brought: "gaffe.test_run.verdicts",
} as const;

export function runAttributes(
  runId: TestRunId,
  rowId: string,
  checks: readonly RunCheck[],
  { expected, brought = [] }: { readonly expected: Json; readonly brought?: readonly BroughtVerdict[] | undefined },
): readonly (readonly [string, AttributeValue])[] {
  return [
    [names.run, runId],
    [names.row, rowId],
    [names.checks, JSON.stringify(checks)],
    ...(expected === null ? [] : [[names.expected, JSON.stringify(expected)] as const]),
    ...(brought.length === 0 ? [] : [[names.brought, JSON.stringify(brought)] as const]),
  ];
}

/**
 * Reads the run context of a test run's datapoint. The attributes are ignored on datapoints from other
 * sources.
 */
export function runContextOf({ source, attributes }: Pick<Datapoint, "source" | "attributes">): RunContext | undefined {
  if (source !== "run") return undefined;
  const text = (name: string) => {
    const value = attributes.get(name);
    return typeof value === "string" ? value : undefined;
  };
  const runId = text(names.run);
  const rowId = text(names.row);
  if (runId === undefined || rowId === undefined) return undefined;
  const expected = jsonOf(text(names.expected));
  return {
    runId,
    rowId,
    checks: checksOf(jsonOf(text(names.checks))),
    // Validated when it was received; only the service writes this attribute.
    brought: listOf(jsonOf(text(names.brought))) as unknown as readonly BroughtVerdict[],
    ...(expected === undefined ? {} : { expected }),
  };
}

function checksOf(list: JsonValue | undefined): readonly RunCheck[] {
  return listOf(list).flatMap((each) => {
    if (!isJsonObject(each) || typeof each["check"] !== "string") return [];
    const options = each["options"];
    const version = member(each["local"] ?? null, "version");
    const local = typeof version === "number" ? { local: { version } } : {};
    return [{ check: each["check"], options: isJsonObject(options) ? options : {}, ...local }];
  });
}

const listOf = (value: JsonValue | undefined) => (Array.isArray(value) ? (value as readonly JsonValue[]) : []);

function jsonOf(text: string | undefined): JsonValue | undefined {
  if (text === undefined) return undefined;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}
