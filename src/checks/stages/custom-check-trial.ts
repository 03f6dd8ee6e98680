import { type Datapoint, type Meter, type Outcome, subjectOf } from "../../datapoints/index.ts";
import { Failure } from "../../platform/failure.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Sandbox, SandboxResult } from "../../platform/sandbox/sandbox.ts";
import { whyNotApplicable } from "../applicability.ts";
import type { CheckDefinition, CustomBody } from "../custom/custom-check.ts";
import { outcomeOf } from "../custom/custom-outcome.ts";
import { argumentOf } from "../custom/custom-subject.ts";

interface TryCustomDependencies {
  readonly sandbox: Pick<Sandbox, "run">;
  /** Converts a datapoint to the JSON that programs see. */
  readonly toJson: (datapoint: Datapoint) => Readonly<Record<string, unknown>>;
}

/** Result of running a program on a datapoint. */
export interface TrialResult {
  readonly outcome: Outcome;
  readonly logs: readonly string[];
  /** Line of the mistake in the program. */
  readonly line?: number;
  readonly column?: number;
  /** The program hit a limit and was stopped. */
  readonly isStopped: boolean;
  /** It could not run for external reasons; a retry may succeed. */
  readonly isUnavailable: boolean;
  readonly durationMs: number;
  readonly meter?: Meter;
}

export type CodeDefinition = CheckDefinition & { readonly body: Extract<CustomBody, { kind: "code" }> };

export const isCode = (definition: CheckDefinition): definition is CodeDefinition => definition.body.kind === "code";

export interface Given {
  readonly datapoint: Datapoint;
  readonly expected?: Json | undefined;
}

export type TryCustom = (project: ProjectId, definition: CodeDefinition, given: Given) => Promise<TrialResult>;

/** Like TryCustom, for a definition of either kind. */
export type TryDefinition = (project: ProjectId, definition: CheckDefinition, given: Given) => Promise<TrialResult>;

/** Runs a custom code check on a datapoint in the sandbox. Never rejects for what the code does. */
export function createCustomCheckTrial({ sandbox, toJson }: TryCustomDependencies): TryCustom {
  return async (project, definition, { datapoint, expected }) => {
    const subject = subjectOf(datapoint, expected);
    const reason = whyNotApplicable(definition, subject);
    if (reason !== undefined) return tried({ kind: "skipped", reason });
    const input = JSON.stringify(argumentOf(subject, toJson(datapoint)));
    const from = performance.now();
    const result = await ran(project, { source: definition.body.source, input, clock: datapoint.endedAt });
    const durationMs = performance.now() - from;
    if (result.kind === "returned") {
      const value: unknown = result.json === undefined ? undefined : JSON.parse(result.json);
      return { ...tried(outcomeOf(definition.output, value, subject), result.logs), durationMs };
    }
    return { ...notReturned(result), durationMs };
  };

  async function ran(...call: Parameters<Sandbox["run"]>): Promise<SandboxResult> {
    try {
      return await sandbox.run(...call);
    } catch (thrown) {
      // A datapoint that is too large for the sandbox fails permanently; other failures may be transient.
      if (!(thrown instanceof Failure)) throw thrown;
      if (thrown.blame === "caller") return { kind: "threw", message: thrown.message, logs: [], cpuMs: 0 };
      return { kind: "unavailable", reason: thrown.message };
    }
  }
}

function tried(outcome: Outcome, logs: readonly string[] = []): TrialResult {
  return { outcome, logs, isStopped: false, isUnavailable: false, durationMs: 0 };
}

const limits = {
  cpu: "it was stopped after 100 ms of CPU time",
  memory: "it was stopped: it took more than 32 MB of memory",
  crash: "it was stopped: its sandbox broke while it ran",
} as const;

function notReturned(result: Exclude<SandboxResult, { kind: "returned" }>): TrialResult {
  switch (result.kind) {
    case "threw": {
      const { message, line, column, logs } = result;
      const location = line === undefined ? "" : ` (line ${line}${column === undefined ? "" : `, column ${column}`})`;
      return {
        ...tried({ kind: "broken", reason: `${message}${location}` }, logs),
        ...(line === undefined ? {} : { line }),
        ...(column === undefined ? {} : { column }),
      };
    }
    case "stopped":
      return { ...tried({ kind: "broken", reason: limits[result.limit] }, result.logs), isStopped: true };
    case "killed": {
      const reason = `it was killed after ${Math.round(result.afterMs)} ms`;
      return { ...tried({ kind: "broken", reason }), isStopped: true };
    }
    case "unavailable":
      return { ...tried({ kind: "broken", reason: result.reason }), isUnavailable: true };
    default:
      return unreachable(result);
  }
}
