import { isJsonObject, type JsonValue } from "../../../platform/json/json.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { requestPart } from "./shared-properties.ts";

export const responseFormatRequested = defineCheck({
  ...requestPart,
  name: "response_format_requested",
  title: "Structured output requested when needed",
  description:
    "Where the instructions ask for JSON, the request's settings also ask for it: a response format, or a required tool call.",
  severity: "minor",
  source: "guidance of the providers",
  options: z.strictObject({}),
  evaluate: ({ systemPrompt, input, datapoint }) => {
    if (!asksForJson.test(systemPrompt) && !asksForJson.test(input))
      return skipped("the instructions do not ask for JSON");
    const { params, toolChoice } = datapoint;
    const isForced = toolChoice !== undefined && !["auto", "none"].includes(choiceOf(toolChoice));
    return property(
      params.responseFormat !== undefined || isForced,
      "the prompt asks for JSON, the request has no response format",
    );
  },
});

const asksForJson =
  /\b(?:return|respond|answer|reply|output|produce|give|antworte|gib|réponds?|responde|devuelve)\b[^.\n]{0,60}\bjson\b|\bjson\b[^.\n]{0,40}\b(?:only|object|schema|format)\b/iu;

function choiceOf(choice: JsonValue): string {
  if (typeof choice === "string") return choice;
  return isJsonObject(choice) && typeof choice["type"] === "string" ? choice["type"] : "";
}
