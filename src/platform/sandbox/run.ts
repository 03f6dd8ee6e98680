import { stripTypeScriptTypes } from "node:module";
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSWASMModule } from "quickjs-emscripten-core";
import { type SandboxAnswer, type SandboxCall, sandboxLimits } from "./answer.ts";
import { harness } from "./harness.ts";

const ranOut = "InternalError: out of memory";
const file = "check.ts";

/**
 * Runs one call in a separate runtime, inside the child process. Errors of the program are returned as values; only
 * a failing engine throws, and the process must end then.
 */
export function runCall(engine: QuickJSWASMModule, { source, input, clock }: SandboxCall): SandboxAnswer {
  const from = cpuMs();
  const stripped = strip(source);
  if (!stripped.ok) return { kind: "threw", ...stripped.mistake, logs: [], cpuMs: cpuMs() - from };
  const runtime = engine.newRuntime({
    memoryLimitBytes: sandboxLimits.memoryBytes,
    maxStackSizeBytes: sandboxLimits.stackBytes,
  });
  const limit = { met: false };
  runtime.setInterruptHandler(() => (limit.met ||= cpuMs() - from > sandboxLimits.cpuMs));
  const context = runtime.newContext();
  const trial = { runtime, context, limit, from };
  const answer = attempt(trial, stripped.code, input, clock);
  context.dispose();
  runtime.dispose();
  return answer;
}

interface Trial {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  /** Set by the interrupt handler: the program itself cannot fake it. */
  readonly limit: { met: boolean };
  readonly from: number;
}

function attempt(trial: Trial, code: string, input: string | undefined, clock: number): SandboxAnswer {
  const { context } = trial;
  const made = context.unwrapResult(context.evalCode(harness, "harness.js", { strict: true }));
  const options = context.unwrapResult(
    context.evalCode(`({ logs: 50, logLength: 500, result: ${sandboxLimits.resultCharacters} })`),
  );
  const inside = context.unwrapResult(
    context.callFunction(made, context.undefined, context.newNumber(clock), context.newNumber(seedOf(input)), options),
  );
  made.dispose();
  options.dispose();
  const logs = () =>
    readState(trial, inside, "logs")
      ?.split(apart)
      .filter((line) => line !== "") ?? [];
  try {
    const ended = evaluated(trial, inside, code, input);
    const seen = trial.limit.met ? [] : logs();
    const cpu = cpuMs() - trial.from;
    if (trial.limit.met) return { kind: "stopped", limit: "cpu", logs: seen, cpuMs: cpu };
    if (ended.kind === "returned") return { kind: "returned", ...json(ended.json), logs: seen, cpuMs: cpu };
    if (ended.message === ranOut) return { kind: "stopped", limit: "memory", logs: seen, cpuMs: cpu };
    return { kind: "threw", message: ended.message, ...positionIn(ended.stack), logs: seen, cpuMs: cpu };
  } finally {
    inside.dispose();
  }
}

interface Threw {
  readonly kind: "threw";
  readonly message: string;
  readonly stack: string;
}
type Ended = { readonly kind: "returned"; readonly json: string | undefined } | Threw;

const threw = (message: string): Threw => ({ kind: "threw", message, stack: "" });

function evaluated(trial: Trial, inside: QuickJSHandle, code: string, input: string | undefined): Ended {
  const { context } = trial;
  const result = context.evalCode(code, file, { type: "module" });
  if (result.error) return described(trial, inside, result.error);
  const exports = settled(trial, inside, result.value);
  if (exports.kind === "threw") return exports;
  const check = context.getProp(exports.handle, "default");
  exports.handle.dispose();
  try {
    if (context.typeof(check) !== "function")
      return threw("a check is a module with a function as its default export: export default (datapoint) => …");
    if (input === undefined) return { kind: "returned", json: undefined };
    return called(trial, inside, check, input);
  } finally {
    check.dispose();
  }
}

function called(trial: Trial, inside: QuickJSHandle, check: QuickJSHandle, input: string): Ended {
  const { context } = trial;
  const call = context.getProp(inside, "call");
  const text = context.newString(input);
  const result = context.callFunction(call, context.undefined, check, text);
  text.dispose();
  call.dispose();
  if (result.error) return described(trial, inside, result.error);
  result.value.dispose();
  const left = runJobs(trial, inside);
  if (left) return left;
  const state = readState(trial, inside, "state");
  if (state === "returned") return { kind: "returned", json: readState(trial, inside, "json") };
  if (state === "pending") return threw("its promise never settles: there is nothing to wait for in here");
  return errorOf(readState(trial, inside, "error"));
}

/** Separates texts that the harness returns together; strings from inside end at a NUL. */
const apart = "\u001e";

function errorOf(text = "threw something that cannot be shown"): Threw {
  const [message = "", stack = ""] = text.split(apart);
  return { kind: "threw", message, stack };
}

/** Returns the exports of a module, including one with top-level await. */
function settled(
  trial: Trial,
  inside: QuickJSHandle,
  value: QuickJSHandle,
): Threw | { kind: "exports"; handle: QuickJSHandle } {
  const { context } = trial;
  const left = runJobs(trial, inside);
  const state = left ? undefined : context.getPromiseState(value);
  if (state?.type === "fulfilled" && state.notAPromise) return { kind: "exports", handle: value };
  value.dispose();
  if (left) return left;
  if (state?.type === "fulfilled") return { kind: "exports", handle: state.value };
  if (state?.type === "rejected") return described(trial, inside, state.error);
  return threw("the module waits for ever at its top level");
}

/** Runs promise jobs until none are left, under the same limits as everything else. */
function runJobs({ runtime, context, limit, from }: Trial, inside: QuickJSHandle): Threw | undefined {
  while (runtime.hasPendingJob()) {
    limit.met ||= cpuMs() - from > sandboxLimits.cpuMs;
    if (limit.met) return threw("interrupted");
    const result = runtime.executePendingJobs(100);
    if (result.error) return described({ runtime, context, limit, from }, inside, result.error);
    result.dispose();
  }
  return undefined;
}

function described({ context }: Trial, inside: QuickJSHandle, error: QuickJSHandle): Threw {
  const describe = context.getProp(inside, "described");
  const result = context.callFunction(describe, context.undefined, error);
  describe.dispose();
  error.dispose();
  if (result.error) {
    result.error.dispose();
    return errorOf();
  }
  const text = context.getString(result.value);
  result.value.dispose();
  return errorOf(text);
}

/** Reads a string that the harness stores; undefined if there is none. */
function readState(
  { context }: Trial,
  inside: QuickJSHandle,
  what: "state" | "json" | "error" | "logs",
): string | undefined {
  const read = context.getProp(inside, what);
  const result = context.callFunction(read, context.undefined);
  read.dispose();
  if (result.error) {
    result.error.dispose();
    return undefined;
  }
  const value = context.typeof(result.value) === "string" ? context.getString(result.value) : undefined;
  result.value.dispose();
  return value;
}

type Mistake = { readonly message: string; readonly line?: number; readonly column?: number };

/**
 * Blanks out types, so that lines and columns stay. A program that crashes the stripper crashes only this process.
 */
function strip(source: string): { ok: true; code: string } | { ok: false; mistake: Mistake } {
  try {
    return { ok: true, code: stripTypeScriptTypes(source) };
  } catch (thrown) {
    const { code, message, stack = "" } = thrown as NodeJS.ErrnoException;
    if (code !== "ERR_INVALID_TYPESCRIPT_SYNTAX" && code !== "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX") throw thrown;
    const position = /^[^\n]*:(\d+)\n[^\n]*\n( *)\^/.exec(stack) ?? /^[^\n]*:(\d+)\n/.exec(stack);
    const line = position?.[1] === undefined ? {} : { line: Number(position[1]) };
    const column = position?.[2] === undefined ? {} : { column: position[2].length + 1 };
    return { ok: false, mistake: { message: `SyntaxError: ${message}`, ...line, ...column } };
  }
}

/** Returns the first position in the program that a stack contains: `at check (check.ts:3:14)`. */
function positionIn(stack: string): { line?: number; column?: number } {
  const found = /\bcheck\.ts:(\d+)(?::(\d+))?/.exec(stack);
  if (!found) return {};
  return { line: Number(found[1]), ...(found[2] === undefined ? {} : { column: Number(found[2]) }) };
}

const json = (text: string | undefined) => (text === undefined ? {} : { json: text });

/** FNV-1a over the input: each datapoint gets different random numbers. */
function seedOf(text = ""): number {
  let seed = 0x811c9dc5;
  for (let at = 0; at < Math.min(text.length, 4096); at++) seed = Math.imul(seed ^ text.charCodeAt(at), 0x01000193);
  return seed >>> 0;
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
