import { looseNumber, looseObject, looseText } from "../../../lib/loose-json.ts";
import { openAiUsage } from "./chat.ts";
import { texts } from "./completions.ts";
import { text } from "./parts.ts";
import type { ExchangeReader } from "./reading.ts";

/** OpenAI's embeddings. The vectors themselves are not kept. */
export const embeddings: ExchangeReader = {
  operation: "embeddings",
  request: (body) => {
    const format = looseText(body["encoding_format"]);
    return {
      model: looseText(body["model"]),
      input: texts(body["input"]).map((each) => ({ role: "user", parts: [text(each)] })),
      tools: [],
      params: {
        "gen_ai.embeddings.dimension.count": looseNumber(body["dimensions"]),
        "gen_ai.request.encoding_formats": format === undefined ? undefined : [format],
      },
      user: looseText(body["user"]),
    };
  },
  response: (body) => ({
    model: looseText(body["model"]),
    output: [],
    finishReasons: [],
    usage: openAiUsage(looseObject(body["usage"])),
  }),
  assemble: () => ({ response: undefined, ended: true }),
};
