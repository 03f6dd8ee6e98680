import { z } from "zod";

/** What a sandbox is asked to do. Texts only: nothing of the host goes in. */
export interface SandboxCall {
  /** TypeScript or JavaScript, one module whose default export is a function of one JSON value. */
  readonly source: string;
  /** The argument, as JSON. Absent: the module is evaluated and its function is not called. */
  readonly input?: string;
  /** What the clock shows inside, Unix milliseconds: it stands still, so that a repeat gives the same. */
  readonly clock: number;
}

const logs = z.array(z.string());

/**
 * What came of a call. `returned`: JSON text, or absent for undefined. `threw`: the program is at fault, and where.
 * `stopped`: it met a limit and was ended.
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
 * Limits of one call. `cpuMs` is looked at inside, `killCpuMs` of the whole process (its compiler threads too) by the
 * parent once `wallMs` have passed; `frameBytes` bounds what a child may send.
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
