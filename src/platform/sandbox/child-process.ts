import { type ChildProcessByStdio, execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

export type SandboxProcess = ChildProcessByStdio<Writable, Readable, null>;

const script = fileURLToPath(new URL("child.ts", import.meta.url));

/** CPU seconds of a whole life: a child whose parent is gone while a program runs in it still ends. */
const lifeCpuSeconds = 120;

/**
 * Starts a process to run programs in: with an empty environment and folder, no right to write files, to read others
 * than its own, or to start anything, of low priority, and without a network where the system allows that to a user.
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
    // A link on the way is not looked through: what it points into is not all readable.
    "--preserve-symlinks",
    "--preserve-symlinks-main",
    "--max-old-space-size=64",
    "--no-addons",
    "--disable-warning=ExperimentalWarning",
  ];
}

const packages = ["quickjs-emscripten-core", "@jitl", "zod"];

/** This folder and the packages it loads, wherever above it they are installed, under every name they have. */
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

/** Whether a process may be put into a network of its own here: where user namespaces are allowed. */
function canBeApart(): Promise<boolean> {
  return (apart ??= new Promise((resolve) => {
    execFile("/usr/bin/unshare", ["--user", "--net", "/bin/true"], { env: {} }, (error) => resolve(error === null));
  }));
}

let folder: string | undefined;
const emptyFolder = () => (folder ??= mkdtempSync(join(tmpdir(), "gaffe-sandbox-")));
