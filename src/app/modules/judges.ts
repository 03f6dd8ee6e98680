import { createAskModel } from "../../checks/judges/ask-model.ts";
import { judgeCheckOf, type PromptDefinition } from "../../checks/judges/custom.ts";
import { createJudgeExecutor } from "../../checks/judges/executor.ts";
import { createJudgeGate } from "../../checks/judges/gate.ts";
import { judgeChecks } from "../../checks/judges/index.ts";
import { createWayOut } from "../../checks/judges/way-out.ts";
import type { JobExecutor } from "../../checks/ports/jobs.ts";
import type { AskModel, JudgeGate, Judging } from "../../checks/ports/judges.ts";
import type { JudgeNow as LibraryJudgeNow } from "../../checks/stages/evaluate.ts";
import type { TryDefinition } from "../../checks/stages/try-custom.ts";
import { createAddressGuard } from "../../platform/http/address.ts";
import type { Records } from "../records/open.ts";
import type { Settings } from "../settings/settings.ts";
import type { Undo } from "../undo.ts";

interface Needs {
  readonly allowNetworks: Settings["allowNetworks"];
  readonly records: Pick<Records, "judges" | "spend" | "customChecks">;
  readonly undo: Pick<Undo, "add">;
  readonly now: () => number;
}

/** Who judges: for the jobs, for the API, and for checks that projects wrote as prompts. */
export interface Judges {
  readonly executor: JobExecutor;
  readonly judging: Judging;
  readonly askModel: AskModel;
  /** For whoever calls a judge's model for something else. */
  readonly gate: JudgeGate;
  readonly judgeNow: LibraryJudgeNow;
  /** For a definition whose body is a prompt. */
  readonly tryPrompt: TryDefinition;
}

export function assembleJudges({ allowNetworks, records, undo, now }: Needs): Judges {
  const { judges, spend, customChecks } = records;
  const gate = createJudgeGate({ spend, now });
  const wayOut = createWayOut({ judges, gate, guard: createAddressGuard(allowNetworks) });
  undo.add(() => wayOut[Symbol.asyncDispose]());
  const executor = createJudgeExecutor({
    judges,
    spend,
    wayOut,
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
    askModel: createAskModel({ judges, wayOut }),
    gate,
    async judgeNow(project, { check: name, ...asked }) {
      const check = judgeChecks.get(name);
      if (!check) throw new Error(`${name} is no judge check of the library`);
      return judgeNow(project, check, asked);
    },
    async tryPrompt(project, definition, { datapoint, expected }) {
      const check = judgeCheckOf("custom", 0, definition as PromptDefinition);
      const came = await judgeNow(project, check, { datapoint, expected, options: {} });
      return { logs: [], isStopped: false, isUnavailable: false, ...came };
    },
  };
}
