import { type ParserError, parseFragment, parse as parseHtml } from "parse5";
import { defineCheck, property, z } from "../../definition.ts";
import { unfenced } from "../answer-json.ts";
import { markup } from "../shared-properties.ts";

export const isHtml = defineCheck({
  ...markup,
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

const leftOpen =
  /^(?:p|li|dt|dd|option|optgroup|tr|td|th|thead|tbody|tfoot|colgroup|rt|rp|html|head|body|br|hr|img|input|meta|link|area|base|col|embed|source|track|wbr)$/;

/** Finds an element without a closing tag, which the parser would close silently at the end. */
function unclosedElement(text: string): string | undefined {
  const open: string[] = [];
  // Without a bracket that closes, each tag would be read to the end.
  for (const [, slash, name = "", self] of text
    .slice(0, text.lastIndexOf(">") + 1)
    .replace(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>/gi, "")
    .matchAll(/<(\/?)([a-z][\w-]*)(?![\w-])(?:"[^"]*"|'[^']*'|[^"'<>])*?(\/?)>/gi)) {
    const tag = name.toLowerCase();
    if (leftOpen.test(tag) || self === "/") continue;
    if (slash === "") open.push(tag);
    else if (open.at(-1) === tag) open.pop();
  }
  return open.at(-1);
}
