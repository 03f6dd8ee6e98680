import { context, SpanKind, trace } from "@opentelemetry/api";
import { runtime, safely } from "../setup/runtime.ts";
import { defined } from "./call.ts";
import { whoAttributes } from "./who.ts";

/** Runs a framework's own work, such as the steps of an agent, under one span, so that its calls form one trace. */
export function inRun<Result>(name: string, act: () => Result): Result {
  const active = context.active();
  const span = safely(() =>
    runtime()
      ?.tracer()
      .startSpan(`invoke_workflow ${name}`, {
        kind: SpanKind.INTERNAL,
        attributes: defined({
          "gen_ai.operation.name": "invoke_workflow",
          "gen_ai.workflow.name": name,
          ...whoAttributes(active),
        }),
      }),
  );
  if (!span) return act();
  const end = () => safely(() => span.end());
  try {
    const result = context.with(trace.setSpan(active, span), act);
    // A stream is only awaited until it starts; its calls record their own durations.
    if (result instanceof Promise) result.then(end, end);
    else end();
    return result;
  } catch (thrown) {
    end();
    throw thrown;
  }
}
