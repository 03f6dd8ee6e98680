import { spawn } from "node:child_process";
import { once } from "node:events";

interface Options {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a third-party program that runs until it is disposed of. */
export function startProgram(command: string, args: readonly string[], options: Options): AsyncDisposable {
  const child = spawn(command, [...args], { ...options, stdio: "ignore" });
  return {
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
