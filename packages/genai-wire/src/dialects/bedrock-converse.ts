import { type Loose, looseNumber, looseObject, looseObjects, looseText, parsedJson } from "../loose-json.ts";
import type { Assembly, Dialect } from "./dialect.ts";
import {
  answer,
  blob,
  type Message,
  type Part,
  reasoning,
  type Tool,
  text,
  tool,
  toolCall,
  toolResponse,
} from "./message.ts";
import { bedrockUsage } from "./usage.ts";

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
  readResponse(reply) {
    const message = looseObject(looseObject(reply["output"])?.["message"]);
    return {
      output: answer(looseObjects(message?.["content"]).flatMap(partOf)),
      finishReasons: looseText(reply["stopReason"]) === undefined ? [] : [reply["stopReason"] as string],
      usage: bedrockUsage(looseObject(reply["usage"])),
    };
  },
  assemble,
};

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

interface Block {
  text: string;
  thought: string;
  json: string;
  use: Loose | undefined;
}

function assemble(): Assembly {
  const blocks = new Map<number, Block>();
  let [stopReason, usage, error]: [string?, Loose?, Loose?] = [];
  let hasStarted = false;
  return {
    add(event) {
      hasStarted = true;
      const start = looseObject(event["contentBlockStart"]);
      const delta = looseObject(event["contentBlockDelta"]);
      if (start) blockAt(blocks, start).use = looseObject(looseObject(start["start"])?.["toolUse"]);
      if (delta) grow(blockAt(blocks, delta), looseObject(delta["delta"]) ?? {});
      stopReason = looseText(looseObject(event["messageStop"])?.["stopReason"]) ?? stopReason;
      usage = looseObject(looseObject(event["metadata"])?.["usage"]) ?? usage;
      for (const [name, value] of Object.entries(event)) {
        if (name.endsWith("Exception")) error = { type: name, ...looseObject(value) };
      }
    },
    result() {
      const content = [...blocks].sort(([a], [b]) => a - b).map(([, block]) => asBlock(block));
      const reply = hasStarted ? { output: { message: { role: "assistant", content } }, stopReason, usage } : undefined;
      return { reply, error, ended: stopReason !== undefined };
    },
  };
}

function blockAt(blocks: Map<number, Block>, event: Loose): Block {
  const index = looseNumber(event["contentBlockIndex"]) ?? 0;
  const block = blocks.get(index) ?? { text: "", thought: "", json: "", use: undefined };
  blocks.set(index, block);
  return block;
}

function grow(block: Block, delta: Loose): void {
  block.text += looseText(delta["text"]) ?? "";
  block.thought += looseText(looseObject(delta["reasoningContent"])?.["text"]) ?? "";
  block.json += looseText(looseObject(delta["toolUse"])?.["input"]) ?? "";
}

function asBlock({ text, thought, json, use }: Block): Loose {
  if (use) return { toolUse: { ...use, input: parsedJson(json) ?? json } };
  return thought === "" ? { text } : { reasoningContent: { reasoningText: { text: thought } } };
}
