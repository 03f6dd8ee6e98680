import type { Records } from "../../app/records/open.ts";
import type { Settings } from "../../app/settings/settings.ts";
import { createAddressGuard } from "../../platform/http/address.ts";
import type { ShutdownStack } from "../../platform/shutdown-stack.ts";
import type { JobExecutor } from "../ports/jobs.ts";
import type { CallJudgeModel, JudgeGate, Judging } from "../ports/judges.ts";
import type { TryDefinition } from "../stages/custom-check-trial.ts";
import type { JudgeNow as LibraryJudgeNow } from "../stages/evaluate.ts";
import { createCallJudgeModel } from "./call-judge-model.ts";
import { judgeCheckOf, type PromptDefinition } from "./custom.ts";
import { createJudgeExecutor } from "./executor.ts";
import { createJudgeGate } from "./gate.ts";
import { judgeChecks } from "./index.ts";
import { createJudgeClient } from "./judge-client.ts";

interface JudgesDependencies {
  readonly allowNetworks: Settings["allowNetworks"];
  readonly records: Pick<Records, "judges" | "spend" | "customChecks">;
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

export function assembleJudges({ allowNetworks, records, shutdownStack, now }: JudgesDependencies): Judges {
  const { judges, spend, customChecks } = records;
  const gate = createJudgeGate({ spend, now });
  const judgeClient = createJudgeClient({ judges, gate, guard: createAddressGuard(allowNetworks) });
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
      if (!check) throw new Error(`${name} is not a judge check of the library`);
      return judgeNow(project, check, request);
    },
    async tryPrompt(project, definition, { datapoint, expected }) {
      const check = judgeCheckOf("custom", 0, definition as PromptDefinition);
      const came = await judgeNow(project, check, { datapoint, expected, options: {} });
      return { logs: [], isStopped: false, isUnavailable: false, ...came };
    },
  };
}
