import { looseNumber, looseText } from "../loose-json.ts";
import { type Dialect, noStream } from "./dialect.ts";
import { text } from "./message.ts";
import { prompts } from "./openai-completions.ts";
import { readUsage } from "./usage.ts";

export const openAiEmbeddings: Dialect = {
  operation: "embeddings",
  readRequest: (body) => {
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
  readResponse: (body) => ({
    model: looseText(body["model"]),
    output: [],
    finishReasons: [],
    usage: readUsage(body["usage"]),
  }),
  assemble: noStream,
};
