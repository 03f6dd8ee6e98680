import { type Loose, looseList, looseNumber, looseObject, looseObjects, looseText } from "../loose-json.ts";
import type { Assembly, Dialect } from "./dialect.ts";
import {
  answer,
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
import { geminiUsage } from "./usage.ts";

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
  readResponse(reply) {
    const candidates = looseObjects(reply["candidates"]);
    const blocked = looseText(looseObject(reply["promptFeedback"])?.["blockReason"]);
    return {
      id: looseText(reply["responseId"]),
      model: looseText(reply["modelVersion"]),
      output: candidates.flatMap(({ content }) => answer(partsOf(looseObject(content)?.["parts"]))),
      finishReasons: [
        ...candidates.flatMap((candidate) => looseText(candidate["finishReason"]) ?? []),
        ...(candidates.length === 0 && blocked !== undefined ? ["content_filter"] : []),
      ],
      usage: geminiUsage(looseObject(reply["usageMetadata"])),
    };
  },
  assemble,
};

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
  assemble,
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

interface Candidate {
  readonly parts: Loose[];
  role: unknown;
  finishReason: unknown;
}

/** Joins chunks, each of which is a response: parts are concatenated, and adjacent texts of one kind are joined. */
function assemble(): Assembly {
  const candidates = new Map<number, Candidate>();
  let last: Loose | undefined;
  return {
    add(chunk) {
      last = { ...last, ...onlyPresent(chunk) };
      for (const candidate of looseObjects(chunk["candidates"])) addCandidate(candidates, candidate);
    },
    result() {
      if (!last) return { reply: undefined, ended: false };
      const whole = [...candidates.values()].map(({ parts, role, finishReason }) => ({
        content: { role, parts },
        finishReason,
      }));
      const isBlocked = looseObject(last["promptFeedback"])?.["blockReason"] !== undefined;
      const ended =
        isBlocked || (whole.length > 0 && whole.every(({ finishReason }) => looseText(finishReason) !== undefined));
      return { reply: { ...last, candidates: whole }, ended };
    },
  };
}

const onlyPresent = (chunk: Loose): Loose => {
  const { responseId, modelVersion, usageMetadata, promptFeedback } = chunk;
  const named = { responseId, modelVersion, usageMetadata, promptFeedback };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
};

function addCandidate(candidates: Map<number, Candidate>, chunk: Loose): void {
  const index = looseNumber(chunk["index"]) ?? 0;
  const candidate = candidates.get(index) ?? { parts: [], role: undefined, finishReason: undefined };
  candidates.set(index, candidate);
  const content = looseObject(chunk["content"]);
  candidate.role ??= content?.["role"];
  candidate.finishReason = chunk["finishReason"] ?? candidate.finishReason;
  for (const part of looseObjects(content?.["parts"])) {
    const before = candidate.parts.at(-1);
    const joins =
      typeof part["text"] === "string" && typeof before?.["text"] === "string" && before["thought"] === part["thought"];
    if (joins)
      candidate.parts[candidate.parts.length - 1] = {
        ...before,
        text: `${String(before["text"])}${String(part["text"])}`,
      };
    else candidate.parts.push(part);
  }
}
