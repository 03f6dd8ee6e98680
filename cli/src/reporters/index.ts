import type { FlowReport } from "../report.ts";
import { consoleReport } from "./console.ts";
import { githubReport } from "./github.ts";
import { junitReport } from "./junit.ts";
import { markdownReport } from "./markdown.ts";

/** Formats of the report, by name. */
export const reporters: Readonly<Record<string, (reports: readonly FlowReport[]) => string>> = {
  console: consoleReport,
  json: (reports) => JSON.stringify({ flows: reports }, undefined, 2),
  junit: junitReport,
  markdown: markdownReport,
  github: githubReport,
};
