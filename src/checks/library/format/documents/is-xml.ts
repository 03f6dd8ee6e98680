import { XMLParser, XMLValidator } from "fast-xml-parser";
import { defineCheck, property, z } from "../../definition.ts";
import { unfenced } from "../answer-json.ts";
import { markup } from "../shared-properties.ts";

export const isXml = defineCheck({
  ...markup,
  name: "is_xml",
  title: "Well-formed XML",
  description: "The answer, without its fence, is well-formed XML with one root element and no entity declarations.",
  source: "promptfoo is-xml; XML 1.0",
  options: z.strictObject({ root: z.string().min(1).optional(), required_elements: z.array(z.string()).default([]) }),
  evaluate: (subject, { root, required_elements: required }) => {
    const text = unfenced(subject.text("output"));
    if (!text.startsWith("<")) return property(false, "does not begin with an element");
    if (/<!ENTITY/i.test(text)) return property(false, "declares entities");
    const validity = XMLValidator.validate(text);
    if (validity !== true) return property(false, `line ${validity.err.line}: ${validity.err.msg}`);
    const parsed: unknown = new XMLParser({
      processEntities: false,
      ignoreDeclaration: true,
      ignorePiTags: true,
    }).parse(text);
    const roots =
      typeof parsed === "object" && parsed !== null ? Object.keys(parsed).filter((key) => key !== "#text") : [];
    if (roots.length !== 1) return property(false, `${roots.length} root elements`);
    if (root !== undefined && roots[0] !== root) return property(false, `the root is ${roots[0]}`);
    const missing = required.filter(
      (name) => !new RegExp(`<${name.replace(/[^\p{L}\p{N}_:.-]/gu, "")}[\\s/>]`, "u").test(text),
    );
    return property(missing.length === 0, missing.length === 0 ? "well-formed" : `without ${missing.join(", ")}`);
  },
});
