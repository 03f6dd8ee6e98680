import { translatedError } from "../../chat/answer.ts";
import { chatAnswer } from "../../chat/completion.ts";
import { pathSegment } from "../../chat/parts.ts";
import { createChatSteps } from "../../chat/steps.ts";
import { readReply, readSteps } from "../../dialects/bedrock-converse.ts";
import { errorIn, errorOf, type ProviderError } from "../../dialects/errors.ts";
import { type Loose, looseObject } from "../../loose-json.ts";
import type { AnswerFacts, Translator } from "../../ports/translator.ts";
import { requestOf } from "./request.ts";
import { headersOf } from "./sign.ts";

/** Amazon Bedrock's Converse and ConverseStream, for every model that Bedrock offers through them. */
export const bedrock: Translator = {
  dialect: "bedrock",
  framing: "aws-event-stream",
  request(chat) {
    const method = chat.stream === true ? "converse-stream" : "converse";
    return { path: `/model/${pathSegment(chat.model)}/${method}`, ...requestOf(chat) };
  },
  headers: headersOf,
  answer: (body, about) =>
    Array.isArray(looseObject(looseObject(body["output"])?.["message"])?.["content"])
      ? chatAnswer({ ...readReply(body), ...namesOf(about) })
      : undefined,
  stream(about) {
    const steps = createChatSteps(readSteps, { vendor, names: namesOf(about), errorOf: exceptionOf });
    return ({ type = "", data }) => steps({ [type]: data });
  },
  error(body, { status, header }) {
    const error = errorIn(body);
    // The type is in a header (`ValidationException:http://…`) or in the body.
    const type = (header?.("x-amzn-errortype") ?? error?.type)?.replace(/^.*#/, "").replace(/:.*$/, "");
    return translatedError(vendor, { ...error, type }, status);
  },
};

const vendor = "Bedrock";

/** The response contains neither an id nor the model. */
function namesOf({ model, header }: AnswerFacts): { id?: string; model: string } {
  const id = header?.("x-amzn-requestid");
  return id === undefined ? { model } : { id, model };
}

/** The HTTP statuses that the same exceptions have before a stream starts. */
const statuses: ReadonlyMap<string, number> = new Map([
  ["throttlingException", 429],
  ["validationException", 400],
  ["serviceUnavailableException", 503],
]);

function exceptionOf(given: Loose): ProviderError {
  const { type = "", message = `Bedrock ended the stream with ${type}` } = errorOf(given);
  return { type: `${type.slice(0, 1).toUpperCase()}${type.slice(1)}`, message, status: statuses.get(type) };
}
