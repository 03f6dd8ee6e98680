import { readFileSync } from "node:fs";
import { SandboxAnswer, type SandboxCall, sandboxLimits } from "./answer.ts";
import { type SandboxProcess, startSandboxProcess } from "./child-process.ts";
import { createFrameReader, frameOf } from "./frames.ts";

/** How a call ended: with a reply, killed by a timeout, or its process was lost through no fault of the program. */
export type SeatOutcome =
  | { readonly kind: "answered"; readonly answer: SandboxAnswer }
  | { readonly kind: "killed"; readonly afterMs: number }
  | { readonly kind: "starved" | "lost" };

export interface Seat {
  /** Resolves once the process is running; rejects if it could not be started. */
  readonly ready: Promise<void>;
  readonly pid: number | undefined;
  isOver(): boolean;
  /** Runs one call at a time. Never rejects; after any outcome except `answered` the seat must be discarded. */
  run(call: SandboxCall): Promise<SeatOutcome>;
  end(): void;
}

const startMs = 60_000;
const checkEveryMs = 25;
/** A program that gets no CPU on a busy machine is not at fault; it is stopped after this time anyway. */
const starvedMs = 20_000;

/**
 * Opens one sandbox process. The parent enforces the time limit: a native loop cannot be interrupted from inside.
 */
export async function openSeat(): Promise<Seat> {
  const child = await startSandboxProcess();
  let waiting: ((outcome: SeatOutcome) => void) | undefined;
  let over = false;
  let pendingStart: { resolve: () => void; reject: (error: Error) => void } | undefined;
  const ready = new Promise<void>((resolve, reject) => {
    pendingStart = { resolve, reject };
  });
  ready.catch(() => undefined);
  const slow = setTimeout(() => end(new Error("the sandbox did not start in time")), startMs);
  slow.unref();
  const read = createFrameReader(sandboxLimits.frameBytes, onFrame);
  child.stdout.on("data", (chunk: Buffer) => {
    try {
      read(chunk);
    } catch {
      // A child that violates the protocol is treated as lost.
      end();
    }
  });
  child.stdin.on("error", () => end());
  child.once("error", (error) => end(error));
  child.once("exit", () => end());
  return { ready, pid: child.pid, isOver: () => over, run, end: () => end() };

  function onFrame(value: unknown): void {
    clearTimeout(slow);
    if (value === "ready") return pendingStart?.resolve();
    const answer = SandboxAnswer.parse(value);
    settle({ kind: "answered", answer });
  }

  function run(call: SandboxCall): Promise<SeatOutcome> {
    if (over) return Promise.resolve({ kind: "lost" });
    return new Promise((resolve) => {
      const stop = watch(child, (outcome) => {
        settle(outcome);
        end();
      });
      waiting = (outcome) => {
        stop();
        resolve(outcome);
      };
      child.stdin.write(frameOf(call));
    });
  }

  function settle(outcome: SeatOutcome): void {
    const callback = waiting;
    waiting = undefined;
    callback?.(outcome);
  }

  function end(error = new Error("the sandbox process ended")): void {
    over = true;
    clearTimeout(slow);
    pendingStart?.reject(error);
    child.kill("SIGKILL");
    settle({ kind: "lost" });
  }
}

/** Polls the clock until stopped: the wall limit applies as soon as the process has had the CPU for it. */
function watch(child: SandboxProcess, over: (outcome: SeatOutcome) => void): () => void {
  const from = performance.now();
  const cpuBefore = cpuMsOf(child.pid);
  let timer = setTimeout(check, sandboxLimits.wallMs);
  return () => clearTimeout(timer);

  function check(): void {
    const afterMs = performance.now() - from;
    const cpuNow = cpuMsOf(child.pid);
    const used = cpuNow === undefined || cpuBefore === undefined ? Infinity : cpuNow - cpuBefore;
    if (used >= sandboxLimits.killCpuMs) over({ kind: "killed", afterMs });
    else if (afterMs >= starvedMs) over({ kind: "starved" });
    else timer = setTimeout(check, checkEveryMs);
  }
}

/**
 * Returns the CPU milliseconds of a process so far (proc(5), fields 14 and 15, in ticks of 10 ms); undefined if
 * unknown.
 */
function cpuMsOf(pid: number | undefined): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}
