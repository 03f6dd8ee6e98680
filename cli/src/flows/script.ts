import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Connection, flowsFolder } from "../config.ts";
import { Exit, exitCodes } from "../exit.ts";
import type { Progress } from "../flow-progress.ts";
import { projectFolder } from "../project-folder.ts";
import type { ReportedRun } from "../report.ts";
import { pythonOf } from "./python.ts";

export interface Outcome {
  readonly runs: readonly ReportedRun[];
  readonly failure?: string;
}

interface ScriptSettings extends Connection {
  readonly tags: readonly string[];
  readonly allowSkipped: readonly string[];
  /** Upper limit of rows in progress at the same time, whatever the program wants. */
  readonly concurrency?: number;
}

const maxOutputCharacters = 4000;
const workingFolder = resolve(projectFolder);

/**
 * Runs a flow that is a program, in the project's folder. The SDKs write each finished run to the file named by GAFFE_REPORT_FILE; the
 * output of the program is printed if `echo` is given, and included in its failure.
 */
export async function runScript(
  file: string,
  connection: ScriptSettings,
  {
    echo,
    onProgress,
    signal,
  }: {
    readonly echo: (text: string) => void;
    readonly onProgress: (progress: Progress) => void;
    /** Aborted by Ctrl-C. */
    readonly signal: AbortSignal;
  },
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "gaffe-flow-"));
  const report = join(folder, "runs.jsonl");
  const progress = join(folder, "progress.json");
  const [program, ...args] = commandFor(resolve(flowsFolder, file));
  const watching = setInterval(() => {
    const found = progressIn(progress);
    if (found) onProgress(found);
  }, 300);
  try {
    const failure = await ended(program, args, environment(connection, report, progress), { echo, signal });
    return { runs: readRuns(report), ...(failure === undefined ? {} : { failure }) };
  } finally {
    clearInterval(watching);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Files other than Python run with this Node, which strips types. */
const commandFor = (file: string): readonly [string, ...string[]] =>
  file.endsWith(".py") ? [pythonOf(), file] : [process.execPath, file];

const environment = (
  { baseUrl, apiKey, tags, allowSkipped, concurrency }: ScriptSettings,
  report: string,
  progress: string,
) => ({
  ...process.env,
  GAFFE_ENDPOINT: baseUrl,
  GAFFE_TOKEN: apiKey,
  GAFFE_REPORT_FILE: report,
  // Only an interactive terminal shows progress.
  ...(process.stderr.isTTY ? { GAFFE_PROGRESS_FILE: progress } : {}),
  ...(concurrency === undefined ? {} : { GAFFE_MAX_CONCURRENCY: `${concurrency}` }),
  ...(tags.length === 0 ? {} : { GAFFE_RUN_TAGS: tags.join(",") }),
  ...(allowSkipped.length === 0 ? {} : { GAFFE_ALLOW_SKIPPED: allowSkipped.join(",") }),
});

function ended(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { echo, signal }: { readonly echo: (text: string) => void; readonly signal: AbortSignal },
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let output = "";
    const child = spawn(program, args, { cwd: workingFolder, env, stdio: ["ignore", "pipe", "pipe"] });
    const heard = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-maxOutputCharacters);
      echo(chunk.toString());
    };
    child.stdout.on("data", heard);
    child.stderr.on("data", heard);
    child.on("error", (error) => resolve(`${program} could not be started: ${error.message}`));
    // A terminal sends the signal to the program as well; a second one would end it before it says how it is left.
    signal.addEventListener("abort", () => process.stdin.isTTY || child.kill("SIGINT"));
    child.on("close", (code, endedBy) => {
      const how = endedBy === null ? `it ended with status ${code}` : `it was ended by ${endedBy}`;
      if (signal.aborted) reject(new Exit(exitCodes.interrupted, output.trim() || "interrupted"));
      else resolve(code === 0 ? undefined : `${how}\n${output.trim()}${hintIn(output)}`);
    });
  });
}

/** Causes of a flow that fails as it starts, with advice. */
const hints = [
  {
    // `npm init` creates CommonJS packages, whose files cannot use import.
    lacks: /import statement outside a module|Make sure to set "type": "module"/,
    hint: 'Flows are ES modules: write { "type": "module" } into .gaffe/package.json, as gaffe init does',
  },
  { lacks: /Cannot find package '@gaffe\/sdk'/, hint: "The SDK is not installed: npm install --save-dev @gaffe/sdk" },
  {
    lacks: /No module named 'gaffe_sdk'/,
    hint: "The SDK is not installed: pip install gaffe-sdk, or activate the virtual environment that has it",
  },
] as const;

function hintIn(output: string): string {
  const found = hints.find(({ lacks }) => lacks.test(output));
  return found ? `\n${found.hint}` : "";
}

function progressIn(file: string): Progress | undefined {
  try {
    const { name: run, done, total } = JSON.parse(readFileSync(file, "utf8")) as Progress & { readonly name: string };
    return { run, done, total };
  } catch {
    // The file does not exist yet, or is being written.
    return undefined;
  }
}

function readRuns(file: string): readonly ReportedRun[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as ReportedRun);
}
