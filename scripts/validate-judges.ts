/**
 * Measures how far a judge model agrees with labeled data and with itself; the key is read from JUDGE_KEY,
 * the calls are paid: `JUDGE_KEY=… npm run validate-judges -- --base-url https://api.openai.com/v1 --model
 * gpt-4.1-mini --limit 50`.
 * `--checks all` or `--checks toxicity,sycophancy` also runs the cases of these checks
 * (test/fixtures/checks/judged), `--data <folder>` rows of HateCheck, HaluEval and LLMBar (folders hatecheck,
 * halueval, llmbar).
 */
import { parseArgs } from "node:util";
import { judgeChecks } from "../src/checks/judges/index.ts";
import { judgeKinds } from "../src/checks/judges/judge.ts";
import { globalProject } from "../src/platform/ids.ts";
import { validateJudges } from "./validation/judged-sets.ts";

const { values } = parseArgs({
  options: {
    "base-url": { type: "string" },
    model: { type: "string" },
    kind: { type: "string", default: "openai" },
    limit: { type: "string", default: "50" },
    repeats: { type: "string", default: "3" },
    checks: { type: "string", default: "" },
    data: { type: "string" },
  },
});
const kind = judgeKinds.find((one) => one === values.kind);
const { "base-url": baseUrl, model } = values;
if (baseUrl === undefined || model === undefined || kind === undefined) {
  console.error(`needed: --base-url, --model; --kind is one of ${judgeKinds.join(", ")}`);
  process.exit(2);
}
const at = Date.now();
const report = await validateJudges({
  key: process.env["JUDGE_KEY"] ?? "",
  limit: Number(values.limit),
  repeats: Number(values.repeats),
  ...(values.data === undefined ? {} : { data: values.data }),
  checks: values.checks === "all" ? [...judgeChecks.keys()] : values.checks.split(",").filter((name) => name !== ""),
  model: {
    id: "validated",
    projectId: globalProject,
    name: model,
    kind,
    baseUrl: baseUrl.replace(/\/+$/, ""),
    model,
    structuredOutput: "schema",
    temperature: 0,
    contextTokens: 32_000,
    timeoutMs: 60_000,
    concurrency: 4,
    requestsPerMinute: 100_000,
    dailyUsd: Infinity,
    dailyCalls: Infinity,
    packs: false,
    isActive: true,
    revision: 1,
    createdAt: at,
    updatedAt: at,
  },
});
console.log(JSON.stringify(report, undefined, 2));
