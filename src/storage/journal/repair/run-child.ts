import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const silenceMs = 120_000;
const crashes: ReadonlySet<string | null> = new Set(["SIGSEGV", "SIGBUS", "SIGABRT", "SIGILL", "SIGFPE", "SIGTRAP"]);

export type ChildOutcome =
  | { readonly kind: "result"; readonly result: unknown }
  | { readonly kind: "error"; readonly message: string }
  /** The process crashed, or was silent for two minutes. */
  | { readonly kind: "crash"; readonly message: string };

export type ChildTask = "inspect-keys" | "inspect-records" | "inspect-read-only" | "salvage";

/** Runs a task on a journal folder in a child process. */
export async function runChild(task: ChildTask, folder: string, time = ""): Promise<ChildOutcome> {
  const script = fileURLToPath(new URL("./child.ts", import.meta.url));
  const child = spawn(process.execPath, ["--no-warnings", script, task, folder, time], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let isSilent = false;
  const silence = setTimeout(() => {
    isSilent = true;
    child.kill("SIGKILL");
  }, silenceMs);
  let last: { readonly result?: unknown; readonly error?: string } = {};
  createInterface(child.stdout).on("line", (line) => {
    silence.refresh();
    const message = JSON.parse(line) as typeof last;
    if ("result" in message || "error" in message) last = message;
  });
  const ended = await new Promise<{ signal: string | null } | { thrown: Error }>((resolve) => {
    child.once("error", (thrown) => resolve({ thrown }));
    child.once("close", (_, signal) => resolve({ signal }));
  });
  clearTimeout(silence);
  if ("thrown" in ended) return { kind: "error", message: ended.thrown.message };
  if (isSilent) return { kind: "crash", message: "reading it does not end" };
  if (crashes.has(ended.signal)) return { kind: "crash", message: `reading it ends a process by ${ended.signal}` };
  if (last.error !== undefined) return { kind: "error", message: last.error };
  if ("result" in last && ended.signal === null) return { kind: "result", result: last.result };
  return { kind: "error", message: `the process that reads it was ended (${ended.signal ?? "no signal"})` };
}
