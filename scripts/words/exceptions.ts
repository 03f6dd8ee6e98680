/** Where a refused term is right, and why. `path` is a prefix; `terms` are words as found, in lower case; without them, all. */
export interface Exception {
  readonly path: string;
  readonly terms?: readonly string[];
  readonly reason: string;
}

export const exceptions: readonly Exception[] = [
  { path: "docs/contributing/vocabulary.md", reason: "lists the terms" },
  { path: "src/checks/judges/rubrics/", reason: "judge prompts: their accuracy was measured with these words" },
  { path: "src/checks/judges/prompt/", reason: "judge prompts: their accuracy was measured with these words" },
  {
    path: "src/checks/judges/mean.ts",
    terms: ["asked"],
    reason: "member of a rubric, which is part of its version's hash",
  },
  { path: "src/checks/library/", reason: "phrases that checks look for in model output, and names that follow them" },
  { path: "scripts/sdk-types/", terms: ["asked"], reason: "sample text in generated documentation" },
  { path: "dashboards/app/src/platform/styles/", reason: "names of CSS classes" },
  { path: "dashboards/app/", terms: ["aside"], reason: "the HTML element" },
  { path: "dashboards/app/", terms: ["undo"], reason: "the action Undo of an interface" },
  { path: "dashboards/app/", terms: ["said", "told", "stands"], reason: "names of CSS classes" },
  { path: "docs/flows/", reason: "sample conversations and programs that tests run" },
  { path: "test/clients/", terms: ["asked", "said", "kept", "told"], reason: "sample conversations" },
  { path: "bench/checks.ts", terms: ["at once"], reason: "sample text" },
  { path: "scripts/validation/", terms: ["beside"], reason: "names of labeled sets, which accuracy.json repeats" },
  {
    path: "src/checks/judges/judge.ts",
    terms: ["asked"],
    reason: "member of a rubric, which is part of its version's hash",
  },
  { path: "src/checks/routes/sample-calls.ts", reason: "sample conversations" },
  { path: "src/checks/stages/generate-check.ts", reason: "a prompt for a judge model" },
  { path: "src/testing/runs/generate-by-model.ts", reason: "a prompt for a judge model" },
  { path: "src/issues/topics/topic-phrases.ts", terms: ["said"], reason: "words of users' requests" },
  { path: "src/issues/topics/is-by-topic.ts", terms: ["behaviour"], reason: "a category of the catalogue of checks" },
  { path: "src/pipeline/", terms: ["station"], reason: "a label of metrics that dashboards and alerts read" },
  { path: "test/browser/suites/", terms: ["said"], reason: "names of CSS classes and sample conversations" },
  { path: "test/checks/", terms: ["asked", "said"], reason: "sample conversations" },
  { path: "test/privacy/", terms: ["said", "told"], reason: "sample conversations" },
  { path: "test/testing/", terms: ["said"], reason: "sample conversations" },
  { path: "test/support/", terms: ["asked", "carrier", "aside"], reason: "sample conversations" },
  { path: "test/support/clients/widths.ts", terms: ["told"], reason: "names of CSS classes" },
  { path: "test/clients/instrumentation/", terms: ["beside"], reason: "the name of a recorded application" },
  { path: "dashboards/app/src/testing/", terms: ["beside"], reason: "names of CSS classes" },
  { path: "src/platform/http/sse.ts", terms: ["carriage"], reason: "the carriage return" },
  { path: "src/platform/text/english.ts", reason: "English words" },
  { path: "src/testing/generators/", reason: "English words" },
];
