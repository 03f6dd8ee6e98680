import type { Attributes, Span } from "../../../otlp/index.ts";
import { type Claim, type Convention, call, context } from "../../assembly/convention.ts";
import { fill, type Reading } from "../../assembly/reading.ts";
import { text } from "../../shapes/attributes/attributes.ts";
import { contentOf, objectAt } from "../../shapes/attributes/content-attributes.ts";
import { readGenAi } from "../../shapes/call-reading.ts";
import type { Notes } from "../../shapes/notes.ts";
import { providerOf } from "../../shapes/providers.ts";
import { countsOf } from "../../shapes/usage.ts";
import { requestOf, responseOf } from "../../shapes/wire.ts";

/**
 * Reads MLflow tracing: every attribute is JSON text; spanInputs and spanOutputs are the raw request and
 * response.
 */
export const mlflow: Convention = {
  name: "mlflow",
  contentSwitch: "do not remove inputs and outputs in MLflow's span processors",
  claim,
  read: (span, trace, notes) => fill(fromMlflow(span.attributes, notes), readGenAi(span, trace, notes)),
};

function claim(span: Span): Claim | undefined {
  const type = text(span.attributes, "mlflow.spanType");
  if (type === undefined) return undefined;
  if (type === "LLM" || type === "CHAT_MODEL") return call("chat", `MLflow's span type is ${type}`);
  return type === "EMBEDDING"
    ? call("embedding", "MLflow's span type is EMBEDDING")
    : context(`MLflow's span type is ${type.slice(0, 40)}`);
}

function fromMlflow(attributes: Attributes, notes: Notes): Reading {
  const usage = objectAt(attributes, "mlflow.chat.tokenUsage", notes);
  return fill(
    {
      requestModel: text(attributes, "mlflow.llm.model"),
      provider: providerOf(text(attributes, "mlflow.llm.provider")),
      usage: usage && countsOf(usage),
    },
    requestOf(contentOf(attributes, "mlflow.spanInputs", notes), notes),
    responseOf(contentOf(attributes, "mlflow.spanOutputs", notes), notes),
  );
}
