import { defect, defineCheck, passesWhenFalse, z } from "../../definition.ts";
import { format } from "../shared-properties.ts";
import { jsonRegions, readJson } from "./read-json.ts";

export const jsonWithoutWrapping = defineCheck({
  ...format,
  name: "json_without_wrapping",
  title: "JSON only, no prose or fence",
  description: "The answer would be JSON if the code fence or the prose around it were taken away.",
  severity: "minor",
  output: passesWhenFalse,
  source: "common structured-output failure",
  options: z.strictObject({}),
  evaluate: (subject) => {
    const output = subject.text("output");
    if (output.json.ok) return defect(false, "the answer itself is JSON");
    if (readJson(output, true).ok) return defect(true, "the JSON is inside a code fence");
    const [region] = jsonRegions(output.text);
    if (!region || (region.end - region.start) * 3 < output.trimmed.length)
      return defect(false, "the answer is not wrapped JSON");
    return defect(true, "there is text around the JSON", [output.evidence(region.start, region.end)]);
  },
});
