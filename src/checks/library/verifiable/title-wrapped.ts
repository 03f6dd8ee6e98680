import { defineCheck, property, z } from "../definition.ts";
import { shape } from "./shared-properties.ts";

export const titleWrapped = defineCheck({
  ...shape,
  name: "title_wrapped",
  title: "Has a title",
  description: "The answer has a title: a line in `<<…>>`, or with `style` heading a first line that is a heading.",
  source: "IFEval detectable_format:title",
  options: z.strictObject({ style: z.enum(["angle", "heading"]).default("angle") }),
  evaluate: (subject, { style }) => {
    const { trimmed } = subject.text("output");
    const pattern =
      style === "angle"
        ? /<<[^<>\n\p{L}\p{N}]*[\p{L}\p{N}][^<>\n]*>>/u
        : /^#{1,6}\s+\S|^[^\n]{1,200}\n(?:=+|-+)\s*(?:\n|$)/;
    const found = pattern.test(trimmed);
    return property(found, found ? "there is a title" : "there is no title");
  },
});
