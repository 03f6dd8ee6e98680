import type { JudgeModel } from "../../../src/checks/judges/judge.ts";
import { globalProject } from "../../../src/platform/ids.ts";
import { noon } from "../data/examples.ts";

export function aJudge(changes: Partial<JudgeModel> = {}): JudgeModel {
  return {
    id: "judge_1",
    projectId: globalProject,
    name: "Mini",
    kind: "openai",
    baseUrl: "https://judge.example/v1",
    model: "gpt-4.1-mini",
    structuredOutput: "schema",
    temperature: 0,
    contextTokens: 32_000,
    timeoutMs: 5000,
    concurrency: 4,
    requestsPerMinute: 100_000,
    dailyUsd: 5,
    dailyCalls: 5000,
    packs: false,
    isActive: true,
    revision: 1,
    createdAt: noon,
    updatedAt: noon,
    ...changes,
  };
}
