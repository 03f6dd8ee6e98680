/**
 * The process in which untrusted programs run: no environment, no permissions, no secrets. It reads calls from
 * standard input, replies on standard output, one at a time, and ends with its parent.
 */
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSSyncVariant } from "quickjs-emscripten-core";
import { type SandboxCall, sandboxLimits } from "./answer.ts";
import { createFrameReader, frameOf } from "./frames.ts";
import { runCall } from "./run.ts";

/** Of the platform; the types of Node leave it to those of browsers. */
declare const WebAssembly: { readonly Memory: new (size: { initial: number; maximum: number }) => never };

const pages = (bytes: number) => bytes / 65_536;
const wasmMemory = new WebAssembly.Memory({ initial: pages(16 * 2 ** 20), maximum: pages(64 * 2 ** 20) });
// The package declares its CommonJS form, but the import is the variant itself.
const sync = variant as unknown as QuickJSSyncVariant;
const engine = await newQuickJSWASMModuleFromVariant(newVariant(sync, { wasmMemory }));

const maxCallBytes = 2 * (sandboxLimits.sourceBytes + sandboxLimits.inputBytes) + 1000;
const read = createFrameReader(maxCallBytes, (value) => {
  try {
    process.stdout.write(frameOf(runCall(engine, value as SandboxCall)));
  } catch {
    // The engine itself failed: nothing in this process is reliable any more.
    process.stdout.write(frameOf({ kind: "stopped", limit: "crash", logs: [], cpuMs: 0 }), () => process.exit(1));
  }
});
process.stdin.on("data", read);
process.stdin.on("end", () => process.exit(0));
process.stdout.on("error", () => process.exit(0));
warmUp();
process.stdout.write(frameOf("ready"));

/**
 * Runs once so that one-time costs (the type stripper, the engine's own code) do not count against the first
 * program.
 */
function warmUp(): void {
  const call = { source: "export default (value: unknown) => JSON.stringify(value)", input: "{}", clock: 0 };
  for (let round = 0; round < 3; round++) runCall(engine, call);
}
