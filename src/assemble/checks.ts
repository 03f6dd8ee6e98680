import { availableParallelism } from "node:os";
import { codeChecks } from "../checks/index.ts";
import type { Settings } from "../config/settings.ts";
import { datapointJson } from "../contract/datapoint-json.ts";
import type { CustomCheck } from "../domain/custom-check.ts";
import type { ProjectId } from "../domain/ids.ts";
import { judgeChecks } from "../judges/index.ts";
import { createSandbox, type SandboxEvent } from "../lib/sandbox/sandbox.ts";
import { createGenerateByModel } from "../offline/generate-by-model.ts";
import { createChecker } from "../pipeline/check.ts";
import { createEvaluate } from "../pipeline/evaluate.ts";
import { createGenerateCheck } from "../pipeline/generate-check.ts";
import { createKnownChecks } from "../pipeline/known-checks.ts";
import { createSandboxExecutor } from "../pipeline/sandbox-executor.ts";
import { createTryCustom, isCode, type TryDefinition } from "../pipeline/try-custom.ts";
import { createValidateDefinition } from "../pipeline/validate-definition.ts";
import type { Records } from "../storage/records/open.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { followChanges } from "./follow.ts";
import { assembleJudges } from "./judges.ts";
import type { Undo } from "./undo.ts";

interface Needs {
  readonly allowNetworks: Settings["allowNetworks"];
  readonly records: Pick<Records, "customChecks" | "projectChanges" | "judges" | "spend">;
  readonly telemetry: Telemetry;
  readonly undo: Undo;
  /** Tells every thread of the line. */
  readonly tellLine: (project: ProjectId, checks: readonly CustomCheck[] | undefined) => void;
  readonly now: () => number;
}

/** Slow checks: the library's and those of projects, the sandbox for their code, and who keeps the line at them. */
export async function assembleChecks({ allowNetworks, records, telemetry, undo, tellLine, now }: Needs) {
  const { customChecks } = records;
  const judges = assembleJudges({ allowNetworks, records, undo, now });
  const sandbox = createSandbox({ size: availableParallelism() - 1, onEvent: (event) => told(event, telemetry) });
  undo.add(() => sandbox.close());
  const tryCustom = createTryCustom({ sandbox, toJson: datapointJson });
  const known = createKnownChecks(judgeChecks);
  const load = async (projects?: readonly ProjectId[]) => {
    const found = Map.groupBy(await customChecks.all(projects), ({ projectId }) => projectId);
    for (const project of projects ?? found.keys()) {
      const own = found.get(project);
      known.tell(project, own ?? []);
      tellLine(project, own?.map(withoutBody));
    }
  };
  const changes = records.projectChanges;
  const following = await followChanges({ topic: "checks", changes, load, everyMs: 2000, telemetry });
  undo.add(() => following.stop());
  const checksChanged = () => following.refresh();
  const executor = createSandboxExecutor({
    checks: customChecks,
    tryCustom,
    checksChanged: following.refreshOrReport,
    emit: telemetry.emit,
    now,
  });
  const tryDefinition: TryDefinition = (project, definition, given) =>
    isCode(definition) ? tryCustom(project, definition, given) : judges.tryPrompt(project, definition, given);
  const check = createChecker({ checks: codeChecks, now });
  const { judgeNow } = judges;
  const evaluate = createEvaluate({ check, known, customChecks, tryDefinition, judgeNow, now });
  return {
    /** For the jobs. */
    executors: { sandbox: executor, judge: judges.executor },
    /** For test runs whose model is a judge's. */
    judgeGate: judges.gate,
    /** For the API. */
    forApi: {
      check,
      slowChecks: known,
      checksChanged,
      tryDefinition,
      generateCheck: createGenerateCheck({ askModel: judges.askModel }),
      evaluate,
      generateByModel: createGenerateByModel({ askModel: judges.askModel }),
      validateDefinition: createValidateDefinition({ sandbox }),
      judging: judges.judging,
    },
  };
}

/** The line orders checks and runs none: programs and prompts stay here. */
const withoutBody = (check: CustomCheck): CustomCheck => ({
  ...check,
  body: check.body.kind === "code" ? { kind: "code", source: "" } : { kind: "judge", prompt: "" },
});

/** That a program was ended is its own verdict; that its process was lost is ours to know. */
function told(event: SandboxEvent, { emit }: Telemetry): void {
  const { kind, ...facts } = event;
  emit({
    kind: "sandbox-processes",
    level: kind === "killed" ? "info" : "warn",
    labels: { came: kind },
    message: "a sandbox process ended before its program did",
    facts,
  });
}
