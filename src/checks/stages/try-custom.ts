import type { Datapoint, Json } from "../../datapoints/datapoint.ts";
import { subjectOf } from "../../datapoints/traces/subject.ts";
import { Failure } from "../../platform/failure.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Sandbox, SandboxResult } from "../../platform/sandbox/sandbox.ts";
import { whyNotApplicable } from "../applicability.ts";
import type { CheckDefinition, CustomBody } from "../custom/custom-check.ts";
import { outcomeOf } from "../custom/custom-outcome.ts";
import { argumentOf } from "../custom/custom-subject.ts";
import type { Meter, Outcome } from "../verdicts/verdict.ts";

interface Needs {
  readonly sandbox: Pick<Sandbox, "run">;
  /** A datapoint as programs see it. */
  readonly toJson: (datapoint: Datapoint) => Readonly<Record<string, unknown>>;
}

/** What a program made of a datapoint. */
export interface Tried {
  readonly outcome: Outcome;
  /** What it wrote to its console. */
  readonly logs: readonly string[];
  /** Where in the program its mistake is. */
  readonly line?: number;
  readonly column?: number;
  /** It met a limit and was ended. */
  readonly isStopped: boolean;
  /** It could not be run for reasons that are not its own: a later try may. */
  readonly isUnavailable: boolean;
  readonly durationMs: number;
  /** What a judge cost. */
  readonly meter?: Meter;
}

/** A definition whose body is code. */
export type CodeDefinition = CheckDefinition & { readonly body: Extract<CustomBody, { kind: "code" }> };

export const isCode = (definition: CheckDefinition): definition is CodeDefinition => definition.body.kind === "code";

interface Given {
  readonly datapoint: Datapoint;
  readonly expected?: Json | undefined;
}

export type TryCustom = (project: ProjectId, definition: CodeDefinition, given: Given) => Promise<Tried>;

/** As TryCustom, for a definition of either kind. */
export type TryDefinition = (project: ProjectId, definition: CheckDefinition, given: Given) => Promise<Tried>;

/** Runs the code of a custom check on a datapoint, in the sandbox. Never rejects for what the code does. */
export function createTryCustom({ sandbox, toJson }: Needs): TryCustom {
  return async (project, definition, { datapoint, expected }) => {
    const subject = subjectOf(datapoint, expected);
    const because = whyNotApplicable(definition, subject);
    if (because !== undefined) return tried({ kind: "skipped", because });
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
      // Too large for the sandbox is the datapoint's fault; anything else may pass.
      if (!(thrown instanceof Failure)) throw thrown;
      if (thrown.blame === "caller") return { kind: "threw", message: thrown.message, logs: [], cpuMs: 0 };
      return { kind: "unavailable", because: thrown.message };
    }
  }
}

function tried(outcome: Outcome, logs: readonly string[] = []): Tried {
  return { outcome, logs, isStopped: false, isUnavailable: false, durationMs: 0 };
}

const limits = {
  cpu: "it was stopped after 100 ms of CPU time",
  memory: "it was stopped: it took more than 32 MB of memory",
  crash: "it was stopped: its sandbox broke while it ran",
} as const;

function notReturned(result: Exclude<SandboxResult, { kind: "returned" }>): Tried {
  switch (result.kind) {
    case "threw": {
      const { message, line, column, logs } = result;
      const place = line === undefined ? "" : ` (line ${line}${column === undefined ? "" : `, column ${column}`})`;
      return {
        ...tried({ kind: "broken", because: `${message}${place}` }, logs),
        ...(line === undefined ? {} : { line }),
        ...(column === undefined ? {} : { column }),
      };
    }
    case "stopped":
      return { ...tried({ kind: "broken", because: limits[result.limit] }, result.logs), isStopped: true };
    case "killed": {
      const because = `it was killed after ${Math.round(result.afterMs)} ms`;
      return { ...tried({ kind: "broken", because }), isStopped: true };
    }
    case "unavailable":
      return { ...tried({ kind: "broken", because: result.because }), isUnavailable: true };
    default:
      return result satisfies never;
  }
}
