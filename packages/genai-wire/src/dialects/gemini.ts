import { type Loose, looseList, looseNumber, looseObject, looseObjects, looseText } from "../loose-json.ts";
import { type Dialect, noStream } from "./dialect.ts";
import {
  blob,
  type Message,
  type Part,
  reasoning,
  type Tool,
  text,
  texts,
  tool,
  toolCall,
  toolResponse,
} from "./message.ts";
import { type Block, type Reply, responseOf } from "./reply.ts";
import { assembleSteps, type Step, type StepReader } from "./steps.ts";
import { readUsage } from "./usage.ts";

/** Google's generateContent, in the shape of Google's SDK. */
export const geminiContent: Dialect = {
  operation: "generate_content",
  readRequest(request) {
    const config = looseObject(request["config"]) ?? {};
    return {
      model: modelOf(request["model"]),
      system: contentsOf(config["systemInstruction"]).flatMap(({ parts }) => parts),
      input: contentsOf(request["contents"]),
      tools: toolsOf(config["tools"]),
      toolChoice: looseObject(config["toolConfig"])?.["functionCallingConfig"],
      params: {
        "gen_ai.request.temperature": looseNumber(config["temperature"]),
        "gen_ai.request.top_p": looseNumber(config["topP"]),
        "gen_ai.request.top_k": looseNumber(config["topK"]),
        "gen_ai.request.max_tokens": looseNumber(config["maxOutputTokens"]),
        "gen_ai.request.frequency_penalty": looseNumber(config["frequencyPenalty"]),
        "gen_ai.request.presence_penalty": looseNumber(config["presencePenalty"]),
        "gen_ai.request.seed": looseNumber(config["seed"]),
        "gen_ai.request.stop_sequences": Array.isArray(config["stopSequences"])
          ? config["stopSequences"].filter((each) => typeof each === "string")
          : undefined,
        "gen_ai.request.choice.count": looseNumber(config["candidateCount"]),
        "gen_ai.output.type": config["responseMimeType"] === "application/json" ? "json" : undefined,
      },
    };
  },
  readResponse: (body) => responseOf(readReply(body)),
  assemble: () => assembleSteps(readSteps()),
};

export function readReply(body: Loose): Reply {
  return {
    id: looseText(body["responseId"]),
    model: looseText(body["modelVersion"]),
    choices: looseObjects(body["candidates"]).map((candidate, position) => ({
      index: looseNumber(candidate["index"]) ?? position,
      blocks: looseList(looseObject(candidate["content"])?.["parts"]).flatMap(blocksOf),
      finish: looseText(candidate["finishReason"]),
    })),
    usage: readUsage(body["usageMetadata"]),
    blocked: blockedBy(body),
  };
}

/** A blocked prompt has no candidates. */
export const blockedBy = (body: Loose) => looseText(looseObject(body["promptFeedback"])?.["blockReason"]);

/** Google's embeddings: the texts, without the vectors. */
export const geminiEmbeddings: Dialect = {
  operation: "embeddings",
  readRequest: (request) => ({
    model: modelOf(request["model"]),
    input: contentsOf(request["contents"] ?? request["content"]),
    params: {
      "gen_ai.embeddings.dimension.count": looseNumber(looseObject(request["config"])?.["outputDimensionality"]),
    },
  }),
  readResponse: (reply) => {
    const counts = looseObjects(reply["embeddings"]).map((each) =>
      looseNumber(looseObject(each["statistics"])?.["tokenCount"]),
    );
    const input = counts.every((count) => count !== undefined) ? counts.reduce((a, b) => a + b, 0) : undefined;
    return { output: [], finishReasons: [], usage: { input: input === 0 ? undefined : input } };
  },
  assemble: noStream,
};

const modelOf = (model: unknown) => looseText(model)?.replace(/^models\//, "");

/** Reads a text, a part, a content, or a list of these; parts without a content form one user turn. */
function contentsOf(value: unknown): Message[] {
  const messages: Message[] = [];
  for (const item of Array.isArray(value) ? looseList(value) : value === undefined || value === null ? [] : [value]) {
    const object = looseObject(item);
    if (object?.["parts"] !== undefined) messages.push(...messagesOf(object));
    else {
      const parts = typeof item === "string" ? texts(item) : partsOf([item]);
      const last = messages.at(-1);
      if (last?.role === "user") messages[messages.length - 1] = { ...last, parts: [...last.parts, ...parts] };
      else messages.push({ role: "user", parts });
    }
  }
  return messages;
}

function messagesOf(content: Loose): Message[] {
  const parts = partsOf(content["parts"]);
  const role = content["role"] === "model" ? "assistant" : (looseText(content["role"]) ?? "user");
  const isResult = parts.length > 0 && parts.every(({ type }) => type === "tool_call_response");
  return [{ role: isResult || role === "function" ? "tool" : role, parts }];
}

const partsOf = (parts: unknown): Part[] =>
  looseList(parts).flatMap((part) => (typeof part === "string" ? texts(part) : partOf(looseObject(part) ?? {})));

function partOf(part: Loose): Part[] {
  if (typeof part["text"] === "string") {
    return part["text"] === "" ? [] : [part["thought"] === true ? reasoning(part["text"]) : text(part["text"])];
  }
  const call = looseObject(part["functionCall"]);
  if (call) return [toolCall(call["id"], call["name"], call["args"])];
  const response = looseObject(part["functionResponse"]);
  if (response) return [{ ...toolResponse(response["id"], response["response"]), name: response["name"] }];
  const inline = looseObject(part["inlineData"]);
  if (inline) return [blob(modality(inline["mimeType"]), inline["mimeType"], inline["data"])];
  const file = looseObject(part["fileData"]);
  if (file) return [{ type: "uri", modality: modality(file["mimeType"]), uri: looseText(file["fileUri"]) ?? "" }];
  return Object.keys(part).length === 0 || part["thoughtSignature"] !== undefined ? [] : [{ ...part, type: "generic" }];
}

const modality = (mediaType: unknown) => /^(image|audio|video)\//.exec(looseText(mediaType) ?? "")?.[1] ?? "document";

function toolsOf(tools: unknown): Tool[] {
  return looseObjects(tools).flatMap((each) =>
    looseObjects(each["functionDeclarations"]).map((one) =>
      tool(looseText(one["name"]) ?? "", one["description"], one["parametersJsonSchema"] ?? one["parameters"]),
    ),
  );
}

const blocksOf = (part: unknown): Block[] => {
  const signature = looseText(looseObject(part)?.["thoughtSignature"]);
  return partsOf([part]).map((each) => ({ part: each, signature }));
};

/**
 * Reads events, each of which is a response with only the new content: adjacent texts of one kind are one block. The
 * finish reason of the last open candidate marks the end; each event has counts, and the last ones are final.
 */
export function readSteps(): StepReader {
  const places = new Map<number, Place>();
  const open = new Set<number>();
  return (event) => {
    if (event["error"] !== undefined) return [{ kind: "failed", error: looseObject(event["error"]) ?? {} }];
    const begun: Step = { kind: "begun", id: looseText(event["responseId"]), model: looseText(event["modelVersion"]) };
    const blocked = blockedBy(event);
    const steps: Step[] = [begun];
    for (const [position, candidate] of looseObjects(event["candidates"]).entries()) {
      const choice = looseNumber(candidate["index"]) ?? position;
      const place = places.get(choice) ?? { at: 0, kind: undefined };
      places.set(choice, place);
      for (const part of looseList(looseObject(candidate["content"])?.["parts"]))
        steps.push(...stepsOf(part, choice, place));
      const reason = looseText(candidate["finishReason"]);
      if (reason === undefined) open.add(choice);
      else open.delete(choice);
      if (reason !== undefined) steps.push({ kind: "finished", choice, reason });
    }
    if (blocked !== undefined) steps.push({ kind: "blocked", reason: blocked });
    if (event["usageMetadata"] !== undefined) steps.push({ kind: "usage", usage: readUsage(event["usageMetadata"]) });
    if (blocked !== undefined || (places.size > 0 && open.size === 0)) steps.push({ kind: "ended" });
    return steps;
  };
}

/** Where a candidate's next text belongs. */
interface Place {
  at: number;
  kind: "text" | "reasoning" | undefined;
}

function stepsOf(part: unknown, choice: number, place: Place): Step[] {
  const piece = looseObject(part)?.["text"];
  const kind = typeof piece !== "string" ? undefined : looseObject(part)?.["thought"] === true ? "reasoning" : "text";
  if (kind === undefined || kind !== place.kind) place.at++;
  place.kind = kind;
  if (kind === undefined) return blocksOf(part).map((block) => ({ kind: "block", choice, at: place.at, block }));
  return piece === "" ? [] : [{ kind: "grown", choice, at: place.at, what: kind, piece: String(piece) }];
}
