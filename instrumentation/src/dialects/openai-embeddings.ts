import { type Dialect, noStream } from "../calls/dialect.ts";
import { looseNumber, looseObject, looseText } from "../calls/loose.ts";
import { text } from "../calls/message.ts";
import { prompts } from "./openai-completions.ts";
import { openAiUsage } from "./openai-parts.ts";

/** OpenAI's embeddings: the texts and the counts; the vectors are left out. */
export const openAiEmbeddings: Dialect = {
  operation: "embeddings",
  asked: (body) => {
    const format = looseText(body["encoding_format"]);
    return {
      model: looseText(body["model"]),
      input: prompts(body["input"]).map((each) => ({ role: "user", parts: [text(each)] })),
      params: {
        "gen_ai.embeddings.dimension.count": looseNumber(body["dimensions"]),
        "gen_ai.request.encoding_formats": format === undefined ? undefined : [format],
      },
      user: looseText(body["user"]),
    };
  },
  answered: (body) => ({
    model: looseText(body["model"]),
    output: [],
    finishReasons: [],
    usage: openAiUsage(looseObject(body["usage"])),
  }),
  assemble: noStream,
};
