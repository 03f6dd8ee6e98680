import { type Loose, looseNumber, looseObject, looseObjects, looseText, parsedJson } from "../loose-json.ts";
import { anthropicMessages } from "./anthropic.ts";
import { bedrockConverse } from "./bedrock-converse.ts";
import type { Assembled, Dialect, ModelRequest, ModelResponse } from "./dialect.ts";
import { answer, text, texts } from "./message.ts";

/**
 * Amazon Bedrock's InvokeModel: the body has the model's own format. Claude's and Nova's are read like their own
 * APIs; of the others, only the prompt and the response text.
 */
export function bedrockInvoke(input: Loose): Dialect {
  const body = jsonOf(input["body"]) ?? {};
  const model = looseText(input["modelId"]);
  const format = formatOf(body, model ?? "");
  return {
    operation: format === "embedding" ? "embeddings" : "chat",
    readRequest: () => ({ ...requestOf(format, body), model }),
    readResponse: (reply) => responseOf(format, jsonOf(reply["body"]) ?? reply),
    assemble() {
      const assembly = format === "claude" ? anthropicMessages.assemble() : bedrockConverse.assemble();
      return {
        add(event) {
          const chunk = jsonOf(looseObject(event["chunk"])?.["bytes"]);
          if (chunk) assembly.add(chunk);
        },
        result: (): Assembled => assembly.result(),
      };
    },
  };
}

type Format = "claude" | "nova" | "embedding" | "text";

function formatOf(body: Loose, model: string): Format {
  if (/embed/.test(model)) return "embedding";
  if (body["anthropic_version"] !== undefined) return "claude";
  return Array.isArray(body["messages"]) ? "nova" : "text";
}

function requestOf(format: Format, body: Loose): ModelRequest {
  switch (format) {
    case "claude":
      return anthropicMessages.readRequest(body);
    case "nova":
      return bedrockConverse.readRequest(body);
    case "embedding":
    case "text": {
      const prompts = [body["inputText"] ?? body["prompt"], ...(Array.isArray(body["texts"]) ? body["texts"] : [])];
      const settings = looseObject(body["textGenerationConfig"]) ?? body;
      return {
        input: prompts.flatMap((each) => (typeof each === "string" ? [{ role: "user", parts: [text(each)] }] : [])),
        params: {
          "gen_ai.request.temperature": looseNumber(settings["temperature"]),
          "gen_ai.request.top_p": looseNumber(settings["topP"] ?? settings["top_p"]),
          "gen_ai.request.max_tokens": looseNumber(
            settings["maxTokenCount"] ?? settings["max_gen_len"] ?? settings["max_tokens"],
          ),
        },
      };
    }
    default:
      return { input: [] };
  }
}

function responseOf(format: Format, reply: Loose): ModelResponse {
  switch (format) {
    case "claude":
      return anthropicMessages.readResponse(reply);
    case "nova":
      return bedrockConverse.readResponse(reply);
    case "embedding":
      return { output: [], finishReasons: [], usage: { input: looseNumber(reply["inputTextTokenCount"]) } };
    case "text": {
      const [result] = looseObjects(reply["results"] ?? reply["outputs"] ?? reply["generations"]);
      const text = reply["generation"] ?? result?.["outputText"] ?? result?.["text"] ?? reply["completion"];
      const reason = looseText(reply["stop_reason"] ?? result?.["completionReason"] ?? result?.["stop_reason"]);
      return {
        output: answer(texts(text)),
        finishReasons: reason === undefined ? [] : [reason],
        usage: {
          input: looseNumber(reply["inputTextTokenCount"] ?? reply["prompt_token_count"]),
          output: looseNumber(result?.["tokenCount"] ?? reply["generation_token_count"]),
        },
      };
    }
    default:
      return { output: [], finishReasons: [], usage: {} };
  }
}

function jsonOf(body: unknown): Loose | undefined {
  if (typeof body === "string") return looseObject(parsedJson(body));
  return body instanceof Uint8Array ? looseObject(parsedJson(Buffer.from(body).toString())) : undefined;
}
