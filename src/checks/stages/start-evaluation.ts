import { availableParallelism } from "node:os";
import type { DatapointReader, TraceReader } from "../../datapoints/index.ts";
import { datapointJson } from "../../datapoints/service.ts";
import type { AddressGuard } from "../../platform/http/address.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { createSandbox, type SandboxEvent } from "../../platform/sandbox/sandbox.ts";
import type { ShutdownStack } from "../../platform/shutdown-stack.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { ProjectChanges } from "../../storage/index.ts";
import { followChanges } from "../../storage/service.ts";
import type { CustomCheck } from "../custom/custom-check.ts";
import { isPolicy } from "../custom/policy-check.ts";
import { judgeChecks } from "../judges/index.ts";
import { startJudges } from "../judges/start.ts";
import type { CustomCheckFeed, CustomCheckStore } from "../ports/custom-checks.ts";
import type { JudgeStore, SpendStore } from "../ports/judges.ts";
import { createCustomCheckTrial, isCode, type TryDefinition } from "./custom-check-trial.ts";
import { createEvaluate } from "./evaluate.ts";
import type { EvaluateApart } from "./evaluate-apart.ts";
import { createGenerateCheck } from "./generate-check.ts";
import { createKnownChecks } from "./known-checks.ts";
import { createPolicyTrial } from "./policy-trial.ts";
import { createSandboxExecutor } from "./sandbox-executor.ts";
import { createValidateDefinition } from "./validate-definition.ts";

interface EvaluationDependencies {
  readonly evaluateApart: EvaluateApart;
  readonly datapoints: Pick<DatapointReader, "stored">;
  readonly traces: Pick<TraceReader, "trace">;
  /** Restricts the addresses of judge models. */
  readonly guard: AddressGuard;
  readonly customChecks: CustomCheckStore & CustomCheckFeed;
  readonly projectChanges: ProjectChanges;
  readonly judges: JudgeStore;
  readonly spend: SpendStore;
  readonly telemetry: Telemetry;
  readonly shutdownStack: ShutdownStack;
  /** Sends the checks of a project to every pipeline thread. */
  readonly updatePipeline: (project: ProjectId, checks: readonly CustomCheck[] | undefined) => void;
  readonly now: () => number;
}

/**
 * Assembles asynchronous checks: those of the library and of projects, the sandbox for their code, and the
 * pipeline's view of them.
 */
export async function startEvaluation({
  evaluateApart,
  datapoints,
  traces,
  guard,
  customChecks,
  projectChanges,
  judges: judgeStore,
  spend,
  telemetry,
  shutdownStack,
  updatePipeline,
  now,
}: EvaluationDependencies) {
  const judges = startJudges({ guard, judges: judgeStore, spend, customChecks, shutdownStack, now });
  const sandbox = createSandbox({
    size: availableParallelism() - 1,
    onEvent: (event) => reportSandboxEvent(event, telemetry),
  });
  shutdownStack.add(() => sandbox.close());
  const tryCustom = createCustomCheckTrial({ sandbox, toJson: datapointJson });
  const tryPolicy = createPolicyTrial({ datapoints, traces });
  const known = createKnownChecks(judgeChecks);
  const load = async (projects?: readonly ProjectId[]) => {
    const found = Map.groupBy(await customChecks.all(projects), ({ projectId }) => projectId);
    for (const project of projects ?? found.keys()) {
      const own = found.get(project);
      known.update(project, own ?? []);
      updatePipeline(project, own?.map(withoutBody));
    }
  };
  const following = await followChanges({ topic: "checks", changes: projectChanges, load, everyMs: 2000, telemetry });
  shutdownStack.add(() => following.stop());
  const executor = createSandboxExecutor({
    checks: customChecks,
    tryCustom,
    tryPolicy,
    checksChanged: following.refreshOrReport,
    emit: telemetry.emit,
    now,
  });
  const tryDefinition: TryDefinition = (project, definition, given) => {
    if (isCode(definition)) return tryCustom(project, definition, given);
    if (isPolicy(definition)) return tryPolicy(project, definition, given);
    return judges.tryPrompt(project, definition, given);
  };
  const { judgeNow } = judges;
  const evaluate = createEvaluate({ evaluateApart, known, customChecks, tryDefinition, judgeNow, now });
  return {
    executors: { sandbox: executor, judge: judges.executor },
    /** Test runs may use the model of a judge. */
    judgeGate: judges.gate,
    callJudgeModel: judges.callModel,
    judging: judges.judging,
    evaluateApart,
    asynchronousChecks: known,
    checksChanged: following.refresh,
    tryDefinition,
    generateCheck: createGenerateCheck({ callModel: judges.callModel }),
    evaluate,
    validateDefinition: createValidateDefinition({ sandbox }),
  };
}

/** The pipeline runs policies. It only requests other checks, so it does not get their programs and prompts. */
function withoutBody(check: CustomCheck): CustomCheck {
  if (isPolicy(check)) return check;
  return { ...check, body: isCode(check) ? { kind: "code", source: "" } : { kind: "judge", prompt: "" } };
}

/** A terminated program is reported by its own verdict; a lost process is reported here. */
function reportSandboxEvent(event: SandboxEvent, { emit }: Telemetry): void {
  const { kind, ...facts } = event;
  emit({
    kind: "sandbox-processes",
    level: kind === "killed" ? "info" : "warn",
    labels: { came: kind },
    message: "a sandbox process ended before its program did",
    facts,
  });
}
