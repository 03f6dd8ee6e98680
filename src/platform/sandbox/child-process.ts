import { type ChildProcessByStdio, execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

export type SandboxProcess = ChildProcessByStdio<Writable, Readable, null>;

const script = fileURLToPath(new URL("child.ts", import.meta.url));

/** CPU seconds of the process's lifetime: a child whose parent is gone while a program runs still ends. */
const lifeCpuSeconds = 120;

/**
 * Starts a process to run programs in: with an empty environment and folder, without permission to write files, to
 * read files other than its own or to start processes, with low priority, and without a network if the system
 * allows that to a user.
 */
export async function startSandboxProcess(): Promise<SandboxProcess> {
  const limits = `ulimit -t ${lifeCpuSeconds}; ulimit -c 0; ulimit -f 0; exec "$@"`;
  const apart = (await canBeApart()) ? ["/usr/bin/unshare", "--user", "--net"] : [];
  const command = ["/usr/bin/env", "-i", ...apart, process.execPath, ...nodeArguments(), script];
  return spawn("/bin/sh", ["-c", limits, "sh", "/usr/bin/nice", "-n", "5", ...command], {
    cwd: emptyFolder(),
    env: {},
    stdio: ["pipe", "pipe", "ignore"],
  });
}

function nodeArguments(): readonly string[] {
  return [
    "--permission",
    ...readable().map((path) => `--allow-fs-read=${path}`),
    // Links on the path are not resolved: their targets are not fully readable.
    "--preserve-symlinks",
    "--preserve-symlinks-main",
    "--max-old-space-size=64",
    "--no-addons",
    "--disable-warning=ExperimentalWarning",
  ];
}

const packages = ["quickjs-emscripten-core", "@jitl", "zod"];

/**
 * Returns this folder and the packages it loads, wherever they are installed in a parent folder, under all their
 * paths.
 */
function readable(): readonly string[] {
  const own = dirname(script);
  const above = ancestors(own).flatMap((folder) => [
    join(folder, "package.json"),
    ...packages.map((name) => join(folder, "node_modules", name)),
  ]);
  const there = [own, ...above].filter((path) => existsSync(path));
  return [...new Set(there.flatMap((path) => [path, realpathSync(path)]))];
}

const ancestors = (folder: string): readonly string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...ancestors(dirname(folder))];

let apart: Promise<boolean> | undefined;

/** Returns whether a process may run in its own network namespace: where user namespaces are allowed. */
function canBeApart(): Promise<boolean> {
  return (apart ??= new Promise((resolve) => {
    execFile("/usr/bin/unshare", ["--user", "--net", "/bin/true"], { env: {} }, (error) => resolve(error === null));
  }));
}

let folder: string | undefined;
const emptyFolder = () => (folder ??= mkdtempSync(join(tmpdir(), "gaffe-sandbox-")));
