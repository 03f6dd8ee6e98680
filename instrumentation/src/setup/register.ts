import { isMainThread } from "node:worker_threads";
import { context, propagation, trace } from "@opentelemetry/api";
import { register as registerSyncLoader, supportsSyncHooks } from "import-in-the-middle/register-hooks.mjs";
import { patches } from "../sdks/index.ts";
import { type Exports, type Patch, wrapMethod } from "../sdks/patch.ts";
import { describeCapture } from "./capture.ts";
import { createDelivery } from "./delivery.ts";
import { flushOnExit } from "./exit.ts";
import { hookModules } from "./hooks.ts";
import { type Runtime, runtime, safely, setRuntime } from "./runtime.ts";
import { type RegisterOptions, readSettings } from "./settings.ts";
import { createTracing, type Tracing } from "./tracing.ts";

/**
 * Traces every model call of this process from now on. Never throws; a second call only updates the redaction and
 * the content policy. Call it before the SDKs are loaded, or pass those already loaded to `instrument`.
 */
export function register(options: RegisterOptions = {}): void {
  try {
    const known = runtime();
    if (known) change(known, options);
    else begin(options);
  } catch (thrown) {
    console.error(`gaffe: model calls are not traced: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
}

/** Traces an SDK that was loaded before `register()` or bundled into one file: `instrument("openai", module)`. */
export function instrument(module: string, exports: object): void {
  safely(() => patches.find((patch) => patch.module === module)?.apply(exports as Exports));
}

function change(known: Runtime, { redact, captureContent }: RegisterOptions): void {
  if (redact) known.redact = redact;
  if (captureContent !== undefined) known.capture = { onSpan: captureContent, onEvent: false };
}

function begin(options: RegisterOptions): void {
  if (isPackageManager(process.argv[1])) return;
  const settings = readSettings(process.env, options);
  if (settings.disabled) return;
  const report = (line: string) => {
    if (!settings.quiet && isMainThread) console.error(`gaffe: ${line}`);
  };
  const delivery = settings.exporter === "otlp" ? createDelivery(settings, report) : undefined;
  const tracing = createTracing(settings, delivery);
  const open: Runtime["open"] = new Set();
  setRuntime({ tracer: tracing.tracer, capture: settings.capture, redact: options.redact, open });
  makeWayFor({ trace, context, propagation }, tracing);
  hookModules([...patches, otelApi(tracing)], (include) => {
    if (supportsSyncHooks()) registerSyncLoader({ include: [...include.include] });
  });
  if (delivery) flushOnExit(delivery, settings.exitMs, () => open.forEach((call) => call.abandon()));
  for (const warning of settings.warnings) report(warning);
  const destinations = { otlp: `to ${settings.target.url}`, console: "to the console", none: "nowhere" };
  report(`model calls are traced ${destinations[settings.exporter]}; ${describeCapture(settings.capture)}`);
}

/** `NODE_OPTIONS` applies to `npm start` as well as to the application that it starts. */
const isPackageManager = (script: string | undefined): boolean =>
  /[\\/](npm-cli|npx-cli|yarn|yarnpkg|pnpm|pnpx|corepack)(\.[cm]?js)?$/.test(script ?? "");

/** The application may load its own copy of the OpenTelemetry API. */
const otelApi = (tracing: Tracing): Patch => ({
  module: "@opentelemetry/api",
  apply(exports) {
    makeWayFor(exports, tracing);
    return undefined;
  },
});

function makeWayFor(api: Exports, tracing: Tracing): void {
  for (const [part, method] of [
    ["trace", "setGlobalTracerProvider"],
    ["context", "setGlobalContextManager"],
    ["propagation", "setGlobalPropagator"],
  ] as const) {
    wrapMethod(Object.getPrototypeOf(api[part]), method, (original) => {
      return function (this: unknown, ...given: readonly unknown[]): unknown {
        safely(tracing.makeWay);
        return original.apply(this, [...given]) as unknown;
      };
    });
  }
}
