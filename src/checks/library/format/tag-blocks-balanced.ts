import { defineCheck, property, skipped, z } from "../definition.ts";
import { minorFormat } from "./shared-properties.ts";

export const tagBlocksBalanced = defineCheck({
  ...minorFormat,
  name: "tag_blocks_balanced",
  title: "XML-style tag blocks closed",
  description:
    "Each tag of `tags`, or without them every non-HTML tag of the answer, is closed in order; each of `required` occurs exactly once.",
  severity: "major",
  source: "prompts with tags (Anthropic's guidance)",
  options: z.strictObject({
    tags: z.array(Name()).max(100).default([]),
    required: z.array(Name()).max(100).default([]),
  }),
  evaluate: (subject, { tags, required }) => {
    const output = subject.text("output");
    const watched = new Set([...tags, ...required]);
    const found = [...output.outsideCode.matchAll(/<(\/?)([A-Za-z][\w.-]{0,60})(?:\s[^<>]{0,500})?(\/?)>/g)]
      .map(([whole, slash, name = "", self]) => ({ whole, name, closes: slash !== "", isWhole: self !== "" }))
      .filter(({ name }) => (tags.length > 0 ? watched.has(name) : watched.has(name) || !isHtml.test(name)));
    if (found.length === 0 && required.length === 0) return skipped("the answer holds no such tag");
    const once = required.find((name) => found.filter((tag) => tag.name === name && !tag.closes).length !== 1);
    if (once !== undefined) return property(false, `<${once}> does not occur exactly once`);
    const open: string[] = [];
    for (const { name, closes, isWhole, whole } of found) {
      if (!closes && !isWhole) open.push(name);
      else if (closes && open.pop() !== name)
        return property(false, `${whole} closes nothing that is open`, rangeOf(whole));
    }
    return property(
      open.length === 0,
      open.length === 0 ? `${found.length} tags are balanced` : `<${open.at(-1)}> is not closed`,
    );

    function rangeOf(tag: string) {
      const at = output.text.indexOf(tag);
      return at === -1 ? [] : [output.evidence(at, at + tag.length)];
    }
  },
});

function Name() {
  return z.string().regex(/^[A-Za-z][\w.-]*$/, "the name of a tag");
}

const isHtml =
  /^(?:a|abbr|address|area|article|aside|audio|b|base|bdi|bdo|blockquote|body|br|button|canvas|caption|cite|code|col|colgroup|data|dd|del|details|dfn|div|dl|dt|em|embed|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|main|map|mark|meta|nav|ol|optgroup|option|p|picture|pre|q|rp|rt|ruby|s|samp|script|section|select|small|source|span|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|track|u|ul|var|video|wbr)$/i;
