import { spawn } from "node:child_process";
import { homedir } from "node:os";
import { resolve } from "node:path";

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface ProgramOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** Node's compile cache, so that the hundred programs that tests start compile each file once. */
export const compileCache = resolve(
  process.env["XDG_CACHE_HOME"] ?? resolve(homedir(), ".cache"),
  "gaffe-tests",
  "compiled",
);
const root = resolve(import.meta.dirname, "../../..");

export function ran(program: string, args: readonly string[], { cwd, env = {}, input }: ProgramOptions): Promise<Ran> {
  return new Promise((settle, refuse) => {
    const child = spawn(program, args, { cwd, env: { PATH: process.env["PATH"] ?? "", ...env } });
    const output = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk: Buffer) => (output.stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output.stderr += chunk.toString()));
    child.on("error", refuse);
    child.on("close", (status) => settle({ status, ...output }));
    // A program may end without reading its input.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input ?? "");
  });
}

/** Runs the CLI from its source with empty settings, so that no one's sign-in on this machine is used. */
export const gaffeCommand = (args: readonly string[], { cwd, env = {}, ...rest }: ProgramOptions): Promise<Ran> =>
  ran(process.execPath, [resolve(root, "cli/src/main.ts"), ...args], {
    cwd,
    env: { XDG_CONFIG_HOME: resolve(cwd, "settings"), NODE_COMPILE_CACHE: compileCache, ...env },
    ...rest,
  });
