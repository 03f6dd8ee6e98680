import { z } from "zod";

/** A call to the sandbox. It contains only text: no host object enters the sandbox. */
export interface SandboxCall {
  /** TypeScript or JavaScript, one module whose default export is a function of one JSON value. */
  readonly source: string;
  /** The argument, as JSON. Absent: the module is evaluated and its function is not called. */
  readonly input?: string;
  /** The time shown inside, Unix milliseconds: the clock is frozen, so that a repetition gives the same result. */
  readonly clock: number;
}

const logs = z.array(z.string());

/**
 * The outcome of a call. `returned`: JSON text, or absent for undefined. `threw`: the program failed, with the
 * position. `stopped`: it exceeded a limit and was terminated.
 */
export const SandboxAnswer = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("returned"), json: z.string().optional(), logs, cpuMs: z.number() }),
  z.strictObject({
    kind: z.literal("threw"),
    message: z.string(),
    line: z.int().optional(),
    column: z.int().optional(),
    logs,
    cpuMs: z.number(),
  }),
  z.strictObject({ kind: z.literal("stopped"), limit: z.enum(["cpu", "memory", "crash"]), logs, cpuMs: z.number() }),
]);
export type SandboxAnswer = z.infer<typeof SandboxAnswer>;

/**
 * Limits of one call. `cpuMs` is checked inside, `killCpuMs` of the whole process (including its compiler threads)
 * by the parent once `wallMs` have passed; `frameBytes` bounds a message from the child.
 */
export const sandboxLimits = {
  sourceBytes: 256 * 1024,
  inputBytes: 5 * 2 ** 20,
  resultCharacters: 256 * 1024,
  memoryBytes: 32 * 2 ** 20,
  stackBytes: 128 * 1024,
  cpuMs: 100,
  killCpuMs: 200,
  wallMs: 250,
  frameBytes: 2 * 2 ** 20,
} as const;
