import { translatedError } from "../../chat/answer.ts";
import { chatAnswer } from "../../chat/completion.ts";
import { createChatSteps } from "../../chat/steps.ts";
import { readReply, readSteps } from "../../dialects/anthropic.ts";
import { errorIn } from "../../dialects/errors.ts";
import type { Translator } from "../../ports/translator.ts";
import { requestOf } from "./request.ts";

/** Anthropic's Messages (https://platform.claude.com/docs/en/api/messages), version 2023-06-01. */
export const anthropic: Translator = {
  dialect: "anthropic",
  framing: "server-sent-events",
  request: (chat) => ({ path: "/messages", ...requestOf(chat) }),
  headers: ({ key, header }) => ({
    "anthropic-version": header("anthropic-version") ?? "2023-06-01",
    ...(key === undefined ? {} : { "x-api-key": key }),
  }),
  answer: (body) =>
    body["type"] === "message" && Array.isArray(body["content"]) ? chatAnswer(readReply(body)) : undefined,
  stream() {
    const steps = createChatSteps(readSteps(), { vendor });
    return ({ data }) => steps(data);
  },
  error: (body, { status }) => translatedError(vendor, errorIn(body), status),
};

const vendor = "Anthropic";
