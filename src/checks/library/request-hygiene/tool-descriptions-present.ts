import { isJsonObject, member } from "../../../platform/json/json.ts";
import { defineCheck, property, z } from "../definition.ts";
import { requestPart } from "./shared-properties.ts";

export const toolDescriptionsPresent = defineCheck({
  ...requestPart,
  name: "tool_descriptions_present",
  title: "Tools are described",
  description:
    "Each tool has a description of `min_chars` characters, and at least `share` of the parameters have one.",
  severity: "minor",
  needs: ["tools"],
  targets: ["tools"],
  mode: "on prompt or tool change",
  source: "guidance of the providers",
  options: z.strictObject({
    min_chars: z.int().nonnegative().default(20),
    share: z.number().min(0).max(1).default(0.8),
  }),
  evaluate: ({ datapoint: { tools } }, { min_chars: shortest, share }) => {
    const bare = tools.filter(({ description = "" }) => description.trim().length < shortest);
    if (bare.length > 0)
      return property(
        false,
        `not described: ${bare
          .slice(0, 5)
          .map(({ name }) => name)
          .join(", ")}`,
      );
    const parameters = tools.flatMap((tool) => {
      const properties = member(tool.parameters, "properties");
      return isJsonObject(properties) ? Object.values(properties) : [];
    });
    const described = parameters.filter((one) => isJsonObject(one) && typeof one["description"] === "string").length;
    return property(
      parameters.length === 0 || described / parameters.length >= share,
      `${described} of ${parameters.length} parameters are described`,
    );
  },
});
