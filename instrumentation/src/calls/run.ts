import { context, SpanKind, trace } from "@opentelemetry/api";
import { runtime, safely } from "../setup/runtime.ts";
import { defined } from "./call.ts";
import { whoAttributes } from "./who.ts";

/** A framework's own work, such as the steps of an agent: one span above the calls that it makes, so that they are one trace. */
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
    // Of a stream only the beginning is waited for: its calls tell how long they took.
    if (result instanceof Promise) result.then(end, end);
    else end();
    return result;
  } catch (thrown) {
    end();
    throw thrown;
  }
}
