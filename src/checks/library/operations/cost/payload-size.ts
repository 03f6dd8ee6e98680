import { defineCheck, scored, skipped, within, z } from "../../definition.ts";
import { minorOperation } from "../shared-properties.ts";

export const payloadSize = defineCheck({
  ...minorOperation,
  name: "payload_size",
  title: "Request and response size",
  description: "UTF-8 bytes of the messages, tools and answer as they are stored, as JSON; media by their own size.",
  output: scored("bytes; pass ≤ 1048576", "lower"),
  source: "limits of gateways",
  options: z.strictObject({ max_bytes: z.int().positive().default(1_048_576) }),
  evaluate: ({ datapoint: { input, output, tools } }, { max_bytes: max }) => {
    if (input.length + output.length + tools.length === 0) return skipped("no content is stored");
    const media = [...input, ...output].flatMap(({ parts }) =>
      parts.flatMap((part) => ("bytes" in part ? (part.bytes ?? 0) : 0)),
    );
    const size =
      Buffer.byteLength(JSON.stringify([input, output, tools])) + media.reduce((sum, bytes) => sum + bytes, 0);
    return within(size, { max }, "bytes");
  },
});
