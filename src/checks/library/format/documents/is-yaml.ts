import { parseAllDocuments } from "yaml";
import { messageOf } from "../../../../platform/failure.ts";
import { defineCheck, property, z } from "../../definition.ts";
import { unfenced } from "../answer-json.ts";
import { markup } from "../shared-properties.ts";

export const isYaml = defineCheck({
  ...markup,
  name: "is_yaml",
  title: "Valid YAML",
  description:
    "The answer, its fence taken away, is YAML 1.2 without errors and with unique keys, and a map or a list.",
  source: "promptfoo contains-yaml; YAML 1.2.2",
  options: z.strictObject({ strip_fence: z.boolean().default(true), multi_doc: z.boolean().default(false) }),
  evaluate: (subject, { strip_fence: strips, multi_doc: several }) => {
    const output = subject.text("output");
    const documents = parseAllDocuments(strips ? unfenced(output) : output.text, {
      uniqueKeys: true,
      prettyErrors: false,
    });
    const list = Array.isArray(documents) ? documents : [];
    if (list.length === 0) return property(false, "the answer is blank");
    if (list.length > 1 && !several) return property(false, `${list.length} documents`);
    for (const document of list) {
      const [error] = document.errors;
      if (error) return property(false, error.message.split("\n")[0] ?? "");
      try {
        const value: unknown = document.toJS({ maxAliasCount: 100 });
        if (typeof value !== "object" || value === null) return property(false, "neither a map nor a list");
      } catch (thrown) {
        return property(false, messageOf(thrown));
      }
    }
    return property(true, "the answer is YAML");
  },
});
