import { pathSegment } from "../../chat/parts.ts";
import type { Translator } from "../../ports/translator.ts";
import { answerOf, errorOf } from "./answer.ts";
import { requestOf } from "./request.ts";
import { headersOf } from "./sign.ts";
import { createStream } from "./stream.ts";

/** Amazon Bedrock's Converse and ConverseStream, for every model that Bedrock offers through them. */
export const bedrock: Translator = {
  dialect: "bedrock",
  framing: "aws-event-stream",
  request(chat) {
    const method = chat.stream === true ? "converse-stream" : "converse";
    return { path: `/model/${pathSegment(chat.model)}/${method}`, ...requestOf(chat) };
  },
  headers: headersOf,
  answer: answerOf,
  stream: createStream,
  error: errorOf,
};
