import { type Loose, looseNumber, looseObject, looseObjects, looseText } from "../loose-json.ts";
import type { Dialect } from "./dialect.ts";
import { blob, type Message, type Part, reasoning, type Tool, text, tool, toolCall, toolResponse } from "./message.ts";
import { type Block, type Reply, responseOf } from "./reply.ts";
import { assembleSteps, type Growth, type Step } from "./steps.ts";
import { readUsage } from "./usage.ts";

export const bedrockConverse: Dialect = {
  operation: "chat",
  readRequest(input) {
    const settings = looseObject(input["inferenceConfig"]) ?? {};
    const tools = looseObject(input["toolConfig"]);
    return {
      model: looseText(input["modelId"]),
      system: looseObjects(input["system"]).flatMap(partOf),
      input: looseObjects(input["messages"]).flatMap(messagesOf),
      tools: toolsOf(tools?.["tools"]),
      toolChoice: tools?.["toolChoice"],
      params: {
        "gen_ai.request.temperature": looseNumber(settings["temperature"]),
        "gen_ai.request.top_p": looseNumber(settings["topP"]),
        "gen_ai.request.max_tokens": looseNumber(settings["maxTokens"]),
        "gen_ai.request.stop_sequences": Array.isArray(settings["stopSequences"])
          ? settings["stopSequences"].filter((each) => typeof each === "string")
          : undefined,
        "aws.bedrock.guardrail.id": looseText(looseObject(input["guardrailConfig"])?.["guardrailIdentifier"]),
      },
    };
  },
  readResponse: (body) => responseOf(readReply(body)),
  assemble: () => assembleSteps(readSteps),
};

export function readReply(body: Loose): Reply {
  const message = looseObject(looseObject(body["output"])?.["message"]);
  const blocks = looseObjects(message?.["content"]).flatMap(blocksOf);
  return {
    choices: [{ index: 0, blocks, finish: looseText(body["stopReason"]) }],
    usage: readUsage(body["usage"], "exclusive"),
  };
}

function messagesOf(message: Loose): Message[] {
  const role = looseText(message["role"]) ?? "user";
  const parts = looseObjects(message["content"]).flatMap(partOf);
  const results = parts.filter(({ type }) => type === "tool_call_response");
  const rest = parts.filter(({ type }) => type !== "tool_call_response");
  return [
    ...(results.length === 0 ? [] : [{ role: "tool", parts: results }]),
    ...(rest.length === 0 && results.length > 0 ? [] : [{ role, parts: rest }]),
  ];
}

/** A block is an object whose only key is its type. */
function partOf(block: Loose): Part[] {
  if (typeof block["text"] === "string") return block["text"] === "" ? [] : [text(block["text"])];
  const use = looseObject(block["toolUse"]);
  if (use) return [toolCall(use["toolUseId"], use["name"], use["input"])];
  const result = looseObject(block["toolResult"]);
  if (result) return [toolResponse(result["toolUseId"], resultOf(result["content"]))];
  const thought = looseObject(looseObject(block["reasoningContent"])?.["reasoningText"]);
  if (thought) return [reasoning(looseText(thought["text"]) ?? "")];
  for (const modality of ["image", "document", "video", "audio"]) {
    const content = looseObject(block[modality]);
    if (content) return [mediaOf(modality, content)];
  }
  return block["cachePoint"] === undefined ? [{ ...block, type: "generic" }] : [];
}

function mediaOf(modality: string, block: Loose): Part {
  const source = looseObject(block["source"]) ?? {};
  const at = looseText(looseObject(source["s3Location"])?.["uri"]);
  if (at !== undefined) return { type: "uri", modality, uri: at };
  const family = modality === "document" ? "application" : modality;
  return blob(modality, `${family}/${looseText(block["format"]) ?? "octet-stream"}`, source["bytes"]);
}

function resultOf(content: unknown): unknown {
  const blocks = looseObjects(content);
  if (blocks.length === 1 && blocks[0]?.["json"] !== undefined) return blocks[0]["json"];
  const isText = blocks.length > 0 && blocks.every((block) => typeof block["text"] === "string");
  return isText ? blocks.map((block) => String(block["text"])).join("\n") : content;
}

function toolsOf(tools: unknown): Tool[] {
  return looseObjects(tools).flatMap((each) => {
    const spec = looseObject(each["toolSpec"]);
    const schema = looseObject(spec?.["inputSchema"]);
    return spec ? [tool(looseText(spec["name"]) ?? "", spec["description"], schema?.["json"] ?? schema)] : [];
  });
}

function blocksOf(block: Loose): Block[] {
  const thought = looseObject(block["reasoningContent"]);
  if (!thought) return partOf(block).map((part) => ({ part }));
  const signature = looseText(looseObject(thought["reasoningText"])?.["signature"]) ?? "";
  return partOf(block).map((part) => ({ part, signature, sealed: looseText(thought["redactedContent"]) }));
}

/** Reads an event, which is an object whose only key is its type. `metadata`, with the counts, comes last. */
export function readSteps(event: Loose): Step[] {
  const steps: Step[] = [];
  for (const [type, value] of Object.entries(event)) {
    const data = looseObject(value) ?? {};
    const place = { choice: 0, at: looseNumber(data["contentBlockIndex"]) ?? 0 };
    switch (type) {
      case "messageStart":
        steps.push({ kind: "begun" });
        break;
      case "contentBlockStart": {
        const use = looseObject(looseObject(data["start"])?.["toolUse"]);
        if (use) {
          const part = toolCall(use["toolUseId"], use["name"], undefined);
          steps.push({ kind: "block", ...place, block: { part }, begins: true });
        }
        break;
      }
      case "contentBlockDelta":
        for (const [what, piece] of growthIn(looseObject(data["delta"]) ?? {}))
          if (piece !== undefined) steps.push({ kind: "grown", ...place, what, piece });
        break;
      case "messageStop":
        steps.push(...finishOf(looseText(data["stopReason"])), { kind: "ended" });
        break;
      case "metadata":
        steps.push({ kind: "usage", usage: readUsage(data["usage"], "exclusive") });
        break;
      default:
        if (/Exception$|Error$/.test(type)) steps.push({ kind: "failed", error: { type, ...data } });
    }
  }
  return steps;
}

const finishOf = (reason: string | undefined): Step[] =>
  reason === undefined ? [] : [{ kind: "finished", choice: 0, reason }];

function growthIn(delta: Loose): readonly (readonly [Growth, string | undefined])[] {
  const thought = looseObject(delta["reasoningContent"]);
  return [
    ["text", looseText(delta["text"])],
    ["json", looseText(looseObject(delta["toolUse"])?.["input"])],
    ["sealed", looseText(thought?.["redactedContent"])],
    ["reasoning", looseText(thought?.["text"])],
    ["signature", looseText(thought?.["signature"])],
  ];
}
