import { readFileSync } from "node:fs";
import { SandboxAnswer, type SandboxCall, sandboxLimits } from "./answer.ts";
import { type SandboxProcess, startSandboxProcess } from "./child-process.ts";
import { createFrameReader, frameOf } from "./frames.ts";

/** How a call ended: answered, killed because it took too long, or its process was gone for no fault of ours. */
export type SeatOutcome =
  | { readonly kind: "answered"; readonly answer: SandboxAnswer }
  | { readonly kind: "killed"; readonly afterMs: number }
  | { readonly kind: "starved" | "lost" };

export interface Seat {
  /** Resolves once the process is there; rejects when it could not be started. */
  readonly ready: Promise<void>;
  readonly pid: number | undefined;
  /** Its process is gone. */
  isOver(): boolean;
  /** One call at a time. Never rejects; after anything but `answered` the seat is of no more use. */
  run(call: SandboxCall): Promise<SeatOutcome>;
  end(): void;
}

const startMs = 60_000;
const lookEveryMs = 25;
/** A machine so busy that the program gets no CPU is no fault of the program; after this long it is given up all the same. */
const starvedMs = 20_000;

/** One sandbox process. The parent's clock decides: what runs into a native loop cannot be interrupted from inside. */
export async function openSeat(): Promise<Seat> {
  const child = await startSandboxProcess();
  let waiting: ((outcome: SeatOutcome) => void) | undefined;
  let over = false;
  let begun: { resolve: () => void; reject: (error: Error) => void } | undefined;
  const ready = new Promise<void>((resolve, reject) => {
    begun = { resolve, reject };
  });
  ready.catch(() => undefined);
  const slow = setTimeout(() => end(new Error("the sandbox did not start in time")), startMs);
  slow.unref();
  const read = createFrameReader(sandboxLimits.frameBytes, onFrame);
  child.stdout.on("data", (chunk: Buffer) => {
    try {
      read(chunk);
    } catch {
      // A child that no longer speaks our language is treated as one that is gone.
      end();
    }
  });
  child.stdin.on("error", () => end());
  child.once("error", (error) => end(error));
  child.once("exit", () => end());
  return { ready, pid: child.pid, isOver: () => over, run, end: () => end() };

  function onFrame(value: unknown): void {
    clearTimeout(slow);
    if (value === "ready") return begun?.resolve();
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
    const tell = waiting;
    waiting = undefined;
    tell?.(outcome);
  }

  function end(error = new Error("the sandbox process ended")): void {
    over = true;
    clearTimeout(slow);
    begun?.reject(error);
    child.kill("SIGKILL");
    settle({ kind: "lost" });
  }
}

/** Looks at the clock until told to stop: the wall limit holds as soon as the process has had the CPU for it. */
function watch(child: SandboxProcess, over: (outcome: SeatOutcome) => void): () => void {
  const from = performance.now();
  const cpuBefore = cpuMsOf(child.pid);
  let timer = setTimeout(look, sandboxLimits.wallMs);
  return () => clearTimeout(timer);

  function look(): void {
    const afterMs = performance.now() - from;
    const cpuNow = cpuMsOf(child.pid);
    const used = cpuNow === undefined || cpuBefore === undefined ? Infinity : cpuNow - cpuBefore;
    if (used >= sandboxLimits.killCpuMs) over({ kind: "killed", afterMs });
    else if (afterMs >= starvedMs) over({ kind: "starved" });
    else timer = setTimeout(look, lookEveryMs);
  }
}

/** CPU milliseconds of a process so far (proc(5), fields 14 and 15, in ticks of 10 ms); undefined where that is unknown. */
function cpuMsOf(pid: number | undefined): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}
