import type { Translator } from "../../ports/translator.ts";
import { answerOf, errorOf } from "./answer.ts";
import { requestOf } from "./request.ts";
import { createStream } from "./stream.ts";

/** Anthropic's Messages (https://platform.claude.com/docs/en/api/messages), version 2023-06-01. */
export const anthropic: Translator = {
  dialect: "anthropic",
  framing: "server-sent-events",
  request: (chat) => ({ path: "/messages", ...requestOf(chat) }),
  headers: ({ key, header }) => ({
    "anthropic-version": header("anthropic-version") ?? "2023-06-01",
    ...(key === undefined ? {} : { "x-api-key": key }),
  }),
  answer: answerOf,
  stream: createStream,
  error: errorOf,
};
