import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { digest } from "../../../src/platform/crypto/digest.ts";

const run = promisify(execFile);
const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "gaffe-tests");

/** A third-party tool, or why it is missing. */
export type Tool = { readonly path: string } | { readonly missing: string };

interface Recipe {
  readonly name: string;
  readonly content: string;
  /** Installs it into the folder; `run` throws when a command fails or times out. */
  readonly make: (folder: string, run: Run) => Promise<void>;
  readonly timeoutMs: number;
  /** Installs it in its final location, for a tool that cannot be moved. */
  readonly inPlace?: boolean;
}

type Run = (command: string, args: readonly string[], cwd?: string) => Promise<void>;

/** Installs a tool once and caches it for later runs, under a name derived from its content. */
export async function cachedTool({ name, content, make, timeoutMs, inPlace = false }: Recipe): Promise<Tool> {
  mkdirSync(cache, { recursive: true });
  const path = join(cache, `${name}-${digest(content).slice(0, 12)}`);
  const done = join(path, "done");
  if (existsSync(done)) return { path };
  // Test files run concurrently: one installs it, the others wait.
  await using _ = await locked(`${path}.lock`, timeoutMs);
  if (existsSync(done)) return { path };
  const folder = inPlace ? path : mkdtempSync(`${path}-`);
  try {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const signal = AbortSignal.timeout(timeoutMs);
    await make(
      folder,
      async (command, args, cwd) => void (await run(command, [...args], { signal, ...(cwd ? { cwd } : {}) })),
    );
    mkdirSync(join(folder, "done"));
    if (!inPlace) renameSync(folder, path);
    return { path };
  } catch (thrown) {
    rmSync(folder, { recursive: true, force: true });
    const cause = thrown instanceof Error ? (thrown.message.split("\n")[0] ?? "") : "";
    return { missing: `skipped: ${name} cannot be made here: ${cause.slice(0, 150)}` };
  }
}

/**
 * Acquires an exclusive lock until it is disposed. A lock older than any installation was left by a killed
 * process.
 */
async function locked(lock: string, staleMs: number): Promise<AsyncDisposable> {
  for (;;) {
    try {
      mkdirSync(lock);
      return {
        [Symbol.asyncDispose]: () => {
          rmSync(lock, { recursive: true, force: true });
          return Promise.resolve();
        },
      };
    } catch (thrown) {
      if (!(thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST")) throw thrown;
      const madeAt = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      if (Date.now() - madeAt > staleMs) rmSync(lock, { recursive: true, force: true });
      else await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** Returns a suffix for a test's name: empty, or the reason why it is skipped. */
export const reason = (tool: Tool) => ("missing" in tool ? ` (${tool.missing})` : "");
export const isMissing = (tool: Tool) => "missing" in tool;
export const pathOf = (tool: Tool): string => {
  if ("missing" in tool) throw new Error(tool.missing);
  return tool.path;
};
