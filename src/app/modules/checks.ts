import { availableParallelism } from "node:os";
import type { CustomCheck } from "../../checks/custom/custom-check.ts";
import { judgeChecks } from "../../checks/judges/index.ts";
import { codeChecks } from "../../checks/library/index.ts";
import { createChecker } from "../../checks/stages/check.ts";
import { createEvaluate } from "../../checks/stages/evaluate.ts";
import { createGenerateCheck } from "../../checks/stages/generate-check.ts";
import { createKnownChecks } from "../../checks/stages/known-checks.ts";
import { createSandboxExecutor } from "../../checks/stages/sandbox-executor.ts";
import { createTryCustom, isCode, type TryDefinition } from "../../checks/stages/try-custom.ts";
import { createValidateDefinition } from "../../checks/stages/validate-definition.ts";
import { datapointJson } from "../../datapoints/contract/datapoint-json.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { createSandbox, type SandboxEvent } from "../../platform/sandbox/sandbox.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import { createGenerateByModel } from "../../testing/runs/generate-by-model.ts";
import { followChanges } from "../follow.ts";
import type { Records } from "../records/open.ts";
import type { Settings } from "../settings/settings.ts";
import type { Undo } from "../undo.ts";
import { assembleJudges } from "./judges.ts";

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
