import { context, propagation, type Tracer, type TracerProvider, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from "@opentelemetry/core";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  BasicTracerProvider,
  ConsoleSpanExporter,
  SimpleSpanProcessor,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import type { Delivery } from "./delivery.ts";
import { serviceName } from "./service-name.ts";
import type { Settings } from "./settings.ts";
import { isAboutModels } from "./span-shape.ts";

/** Where spans are created: in the application's OpenTelemetry if it has one, otherwise in Gaffe's own provider. */
export interface Tracing {
  readonly tracer: () => Tracer;
  /** Unregisters Gaffe's provider because the application is about to register its own. */
  readonly makeWay: () => void;
}

const scope = "@gaffe/instrumentation";
/** The registry that all copies of the OpenTelemetry API share. */
const apiKey = Symbol.for("opentelemetry.js.api.1");

export function createTracing(settings: Settings, delivery: Delivery | undefined): Tracing {
  const joined = new WeakSet<TracerProvider>();
  const processors: SpanProcessor[] = delivery ? [delivery] : [];
  if (settings.exporter === "console") processors.push(new SimpleSpanProcessor(new ConsoleSpanExporter()));
  const own = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": serviceName(process.argv[1], process.cwd()) }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: processors,
  });
  let isGlobal = false;
  let isRegistering = false;

  if (globalProvider() === undefined) {
    isRegistering = true;
    isGlobal = trace.setGlobalTracerProvider(own);
    propagation.setGlobalPropagator(
      new CompositePropagator({ propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()] }),
    );
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    isRegistering = false;
  }

  /** Returns the application's provider, after adding Gaffe's exporter to it when a Gaffe endpoint is configured. */
  function applicationProvider(): TracerProvider | undefined {
    const provider = globalProvider();
    if (provider === undefined || provider === own) return undefined;
    if (!settings.namesGaffe || !delivery || joined.has(provider)) return provider;
    if (!addProcessor(provider, onlyModels(delivery))) return undefined;
    joined.add(provider);
    return provider;
  }

  return {
    tracer: () => (applicationProvider() ?? own).getTracer(scope),
    makeWay() {
      if (!isGlobal || isRegistering) return;
      isGlobal = false;
      trace.disable();
      propagation.disable();
      context.disable();
      // The registry still has the version of this copy of the API; another copy can only register with its own version.
      delete (globalThis as { [apiKey]?: unknown })[apiKey];
    },
  };
}

/** Returns the provider that is registered for the whole process, behind the API's proxy. */
function globalProvider(): TracerProvider | undefined {
  const provider = trace.getTracerProvider() as TracerProvider & { getDelegate?: () => TracerProvider };
  const real = provider.getDelegate?.() ?? provider;
  return real.constructor.name === "NoopTracerProvider" ? undefined : real;
}

/** SDK 1.x has a method for this; 2.x takes processors only in its constructor and stores them in a list. */
function addProcessor(provider: TracerProvider, processor: SpanProcessor): boolean {
  const sdk = provider as {
    addSpanProcessor?: (processor: SpanProcessor) => void;
    _activeSpanProcessor?: { _spanProcessors?: SpanProcessor[] };
  };
  if (typeof sdk.addSpanProcessor === "function") {
    sdk.addSpanProcessor(processor);
    return true;
  }
  const list = sdk._activeSpanProcessor?._spanProcessors;
  if (!Array.isArray(list)) return false;
  list.push(processor);
  return true;
}

/** A shutdown of the application's provider only flushes; the delivery closes when the process exits. */
const onlyModels = (delivery: Delivery): SpanProcessor => ({
  onStart: () => undefined,
  onEnd: (span) => {
    if (isAboutModels(span)) delivery.onEnd(span);
  },
  forceFlush: () => delivery.forceFlush(),
  shutdown: () => delivery.forceFlush(),
});
