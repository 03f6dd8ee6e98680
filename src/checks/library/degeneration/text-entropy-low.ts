import { deflateRawSync } from "node:zlib";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { degeneration } from "./shared-properties.ts";

export const textEntropyLow = defineCheck({
  ...degeneration,
  name: "text_entropy_low",
  title: "Compressible degenerate text",
  description:
    "Bytes of the answer divided by its bytes after deflate: above the limit it is nearly one repeated block.",
  severity: "minor",
  costClass: "medium",
  output: scored("ratio; pass ≤ 4", "neutral"),
  source: "Whisper compression_ratio_threshold (Radford et al. 2022)",
  options: z.strictObject({ max: z.number().positive().default(4), min_bytes: z.int().positive().default(400) }),
  evaluate: (subject, { max, min_bytes: minBytes }) => {
    const bytes = Buffer.from(subject.text("output").text);
    if (bytes.length < minBytes) return skipped(`fewer than ${minBytes} bytes`);
    return within(bytes.length / deflateRawSync(bytes).length, { max }, "compression ratio");
  },
});
