import { pathSegment } from "../../chat/parts.ts";
import type { Translator } from "../../ports/translator.ts";
import { answerOf, errorOf } from "./answer.ts";
import { requestOf } from "./request.ts";
import { createStream } from "./stream.ts";

/** Google's generateContent and streamGenerateContent (https://ai.google.dev/api/generate-content), v1beta. */
export const gemini: Translator = {
  dialect: "gemini",
  framing: "server-sent-events",
  request(chat) {
    const model = chat.model
      .replace(/^models\//, "")
      .split("/")
      .map(pathSegment)
      .join("/");
    const modelPath = model.includes("/") ? model : `models/${model}`;
    const method = chat.stream === true ? "streamGenerateContent?alt=sse" : "generateContent";
    return { path: `/${modelPath}:${method}`, ...requestOf(chat) };
  },
  headers: ({ key }) => (key === undefined ? {} : { "x-goog-api-key": key }),
  answer: answerOf,
  stream: createStream,
  error: errorOf,
};
