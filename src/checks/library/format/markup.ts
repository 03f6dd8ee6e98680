import { parse as parseCsv } from "csv-parse/sync";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { type ParserError, parseFragment, parse as parseHtml } from "parse5";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { messageOf } from "../../../platform/failure.ts";
import { defineCheck } from "../../check.ts";
import { property } from "../../verdicts/outcome.ts";
import { unfenced } from "./answer-json.ts";
import { format, propertyRule } from "./format.ts";

const common = { ...format, costClass: "medium", severity: "minor", output: propertyRule } as const;

export const isYaml = defineCheck({
  ...common,
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

export const isXml = defineCheck({
  ...common,
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

export const isHtml = defineCheck({
  ...common,
  name: "is_html",
  title: "Valid HTML fragment or document",
  description:
    "The answer, its fence taken away, holds at least one element and the HTML parser reports no error but the ignored ones.",
  source: "promptfoo is-html; WHATWG HTML parsing",
  options: z.strictObject({
    document: z.boolean().default(false),
    ignore: z.array(z.string()).default(["missing-doctype"]),
  }),
  evaluate: (subject, { document, ignore }) => {
    const text = unfenced(subject.text("output"));
    if (!/<[a-z][^<>]*>/i.test(text)) return property(false, "there is no element");
    const errors: ParserError[] = [];
    const settings = { onParseError: (error: ParserError) => void errors.push(error), sourceCodeLocationInfo: true };
    if (document) parseHtml(text, settings);
    else parseFragment(text, settings);
    const first = errors.find(({ code }) => !ignore.includes(code));
    if (first) return property(false, `line ${first.startLine}: ${first.code.replaceAll("-", " ")}`);
    const unclosed = document ? undefined : unclosedElement(text);
    return property(unclosed === undefined, unclosed === undefined ? "valid" : `${unclosed} is not closed`);
  },
});

export const isCsv = defineCheck({
  ...common,
  name: "is_csv",
  title: "Consistent CSV",
  description:
    "The answer, its fence taken away, parses with the delimiter (found among comma, semicolon and tab), all records have the same number of fields, two at least, and there are `min_rows` of them.",
  source: "Guardrails ValidCsv; IFBench; RFC 4180",
  options: z.strictObject({
    delimiter: z.enum(["auto", ",", ";", "\t", "|"]).default("auto"),
    min_rows: z.int().positive().default(2),
    /** Names that the first record must contain, in this order. */
    header: z.array(z.string()).optional(),
  }),
  evaluate: (subject, { delimiter, min_rows: minRows, header }) => {
    const text = unfenced(subject.text("output"));
    const [first = ""] = text.split("\n", 1);
    const tried = (delimiter === "auto" ? [",", ";", "\t"] : [delimiter]).filter((each) => first.includes(each));
    let problem = "no delimiter gives two fields";
    for (const each of tried) {
      const read = recordsOf(text, each);
      if (typeof read === "string") problem = read;
      else if ((read[0]?.length ?? 0) >= 2) {
        if (read.length < minRows) return property(false, `${read.length} records`);
        const wrong = header && header.join() !== (read[0] ?? []).map((name) => name.trim()).join();
        return property(!wrong, wrong ? `the header is ${(read[0] ?? []).join(", ")}` : `${read.length} records`);
      }
    }
    return property(false, problem);
  },
});

function recordsOf(text: string, delimiter: string): readonly (readonly string[])[] | string {
  try {
    return parseCsv(text, { delimiter, skip_empty_lines: true });
  } catch (thrown) {
    return messageOf(thrown);
  }
}

const leftOpen =
  /^(?:p|li|dt|dd|option|optgroup|tr|td|th|thead|tbody|tfoot|colgroup|rt|rp|html|head|body|br|hr|img|input|meta|link|area|base|col|embed|source|track|wbr)$/;

/** Finds an element without a closing tag, which the parser would close silently at the end. */
function unclosedElement(text: string): string | undefined {
  const open: string[] = [];
  for (const [, slash, name = "", self] of text
    .replace(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>/gi, "")
    .matchAll(/<(\/?)([a-z][\w-]*)(?:"[^"]*"|'[^']*'|[^"'<>])*?(\/?)>/gi)) {
    const tag = name.toLowerCase();
    if (leftOpen.test(tag) || self === "/") continue;
    if (slash === "") open.push(tag);
    else if (open.at(-1) === tag) open.pop();
  }
  return open.at(-1);
}
