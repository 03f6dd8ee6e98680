import { Failure } from "../../platform/failure.ts";
import type { AddressGuard } from "../../platform/http/address.ts";
import type { ShutdownStack } from "../../platform/shutdown-stack.ts";
import type { CustomCheckStore } from "../ports/custom-checks.ts";
import type { JobExecutor } from "../ports/jobs.ts";
import type { CallJudgeModel, JudgeGate, JudgeStore, Judging, SpendStore } from "../ports/judges.ts";
import type { TryDefinition } from "../stages/custom-check-trial.ts";
import type { JudgeNow as LibraryJudgeNow } from "../stages/evaluate.ts";
import { createCallJudgeModel } from "./call-judge-model.ts";
import { judgeCheckOf, type PromptDefinition } from "./custom.ts";
import { createJudgeExecutor } from "./executor.ts";
import { createJudgeGate } from "./gate.ts";
import { judgeChecks } from "./index.ts";
import { createJudgeClient } from "./judge-client.ts";

interface JudgesDependencies {
  /** Addresses and CIDR blocks outside the public internet that judge models may use. */
  readonly guard: AddressGuard;
  readonly judges: JudgeStore;
  readonly spend: SpendStore;
  readonly customChecks: Pick<CustomCheckStore, "byVersion">;
  readonly shutdownStack: Pick<ShutdownStack, "add">;
  readonly now: () => number;
}

/** Judges for evaluation jobs, for the API, and for checks that projects wrote as prompts. */
export interface Judges {
  readonly executor: JobExecutor;
  readonly judging: Judging;
  readonly callModel: CallJudgeModel;
  /** Shared by other callers of a judge's model. */
  readonly gate: JudgeGate;
  readonly judgeNow: LibraryJudgeNow;
  /** Tries a definition whose body is a prompt. */
  readonly tryPrompt: TryDefinition;
}

export function startJudges({ guard, judges, spend, customChecks, shutdownStack, now }: JudgesDependencies): Judges {
  const gate = createJudgeGate({ spend, now });
  const judgeClient = createJudgeClient({ judges, gate, guard });
  shutdownStack.add(() => judgeClient[Symbol.asyncDispose]());
  const executor = createJudgeExecutor({
    judges,
    spend,
    judgeClient,
    now,
    async find({ projectId, check, version }) {
      const known = judgeChecks.get(check);
      if (known) return known;
      const definition = (await customChecks.byVersion(projectId, check, version))?.definition;
      return definition?.body.kind === "judge"
        ? judgeCheckOf(check, version, definition as PromptDefinition)
        : undefined;
    },
  });
  const { judgeNow, expectedCost } = executor;
  return {
    executor,
    judging: { judgeNow, expectedCost, state: (judge) => gate.stateOf(judge) },
    callModel: createCallJudgeModel({ judges, judgeClient }),
    gate,
    async judgeNow(project, { check: name, ...request }) {
      const check = judgeChecks.get(name);
      if (!check) throw new Failure("defect", `${name} is not a judge check of the library`);
      return judgeNow(project, check, request);
    },
    async tryPrompt(project, definition, { datapoint, expected }) {
      const check = judgeCheckOf("custom", 0, definition as PromptDefinition);
      const came = await judgeNow(project, check, { datapoint, expected, options: {} });
      return { logs: [], isStopped: false, isUnavailable: false, ...came };
    },
  };
}
