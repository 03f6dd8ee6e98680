import { translatedError } from "../../chat/answer.ts";
import { chatAnswer } from "../../chat/completion.ts";
import { pathSegment } from "../../chat/parts.ts";
import { createChatSteps } from "../../chat/steps.ts";
import { errorIn } from "../../dialects/errors.ts";
import { blockedBy, readReply, readSteps } from "../../dialects/gemini.ts";
import { looseObjects } from "../../loose-json.ts";
import type { Translator } from "../../ports/translator.ts";
import { logprobsOf, withLogprobs } from "./logprobs.ts";
import { requestOf } from "./request.ts";

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
  answer(body, { callId }) {
    if (!Array.isArray(body["candidates"]) && blockedBy(body) === undefined) return undefined;
    const answer = chatAnswer(readReply(body), { newId: createCallIds(callId), between: "" });
    const candidates = looseObjects(body["candidates"]);
    const logprobs = (position: number) => logprobsOf(candidates[position] ?? {});
    return {
      ...answer,
      choices: answer.choices.map((choice, position) => ({ ...choice, logprobs: logprobs(position) })),
    };
  },
  stream({ callId }) {
    const steps = createChatSteps(readSteps(), { vendor, newId: createCallIds(callId) });
    return ({ data }) => withLogprobs(steps(data), data);
  },
  error: (body, { status }) => translatedError(vendor, errorIn(body), status),
};

const vendor = "Gemini";

/** Creates ids for tool calls: Google identifies calls by function name only, OpenAI's clients refer to an id. */
function createCallIds(callId: string): (choice: number) => string {
  let made = 0;
  return (choice) => `call_${callId.slice(0, 24)}_${choice}_${made++}`;
}
