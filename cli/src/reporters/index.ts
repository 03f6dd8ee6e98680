import type { FlowReport, Gate } from "../report.ts";
import { consoleReport } from "./console.ts";
import { githubReport } from "./github.ts";
import { htmlReport } from "./html.ts";
import { junitReport } from "./junit.ts";
import { markdownReport } from "./markdown.ts";

/** Writes a report; without a gate, each flow has the conclusion of the service only. */
export type Reporter = (reports: readonly FlowReport[], gate?: Gate) => string;

/** Formats of the report, by name. */
export const reporters: Readonly<Record<string, Reporter>> = {
  console: consoleReport,
  json: (flows, gate) => JSON.stringify({ ...(gate ? { gate } : {}), flows }, undefined, 2),
  junit: junitReport,
  markdown: markdownReport,
  github: githubReport,
  html: htmlReport,
};

const byExtension: Readonly<Record<string, string>> = {
  ".json": "json",
  ".xml": "junit",
  ".md": "markdown",
  ".html": "html",
  ".htm": "html",
};

/** Returns the format for the extension of a file. */
export const reporterOfFile = (extension: string): string | undefined => byExtension[extension.toLowerCase()];
