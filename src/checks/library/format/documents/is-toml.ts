import { parse as parseToml } from "smol-toml";
import { messageOf } from "../../../../platform/failure.ts";
import { defineCheck, property, z } from "../../definition.ts";
import { unfenced } from "../answer-json.ts";
import { document } from "../shared-properties.ts";

export const isToml = defineCheck({
  ...document,
  name: "is_toml",
  title: "Valid TOML",
  description: "The answer, its fence taken away, is TOML 1.0 with at least one key.",
  source: "TOML 1.0.0",
  options: z.strictObject({ strip_fence: z.boolean().default(true) }),
  evaluate: (subject, { strip_fence: strips }) => {
    const output = subject.text("output");
    try {
      const count = Object.keys(parseToml(strips ? unfenced(output) : output.text)).length;
      return property(count > 0, `${count} keys`);
    } catch (thrown) {
      return property(false, messageOf(thrown).split("\n")[0] ?? "");
    }
  },
});
