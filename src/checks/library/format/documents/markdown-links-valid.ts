import { defineCheck, property, skipped, z } from "../../definition.ts";
import { minorFormat } from "../shared-properties.ts";

export const markdownLinksValid = defineCheck({
  ...minorFormat,
  name: "markdown_links_valid",
  title: "Markdown links well formed",
  description:
    "Each link has a text and an address that can be read, with one of `schemes`; each reference has its definition. Nothing is fetched.",
  source: "markdownlint MD042, MD052",
  options: z.strictObject({
    schemes: z.array(z.string()).default(["https", "http", "mailto"]),
    allow_relative: z.boolean().default(false),
  }),
  evaluate: (subject, { schemes, allow_relative: relative }) => {
    const text = subject.text("output").outsideCode;
    const defined = new Set(
      Array.from(text.matchAll(/^ {0,3}\[([^\]\n]{1,200})\]:/gm), ([, name = ""]) => name.toLowerCase()),
    );
    let links = 0;
    for (const [whole, label = "", address, reference] of text.matchAll(link)) {
      links++;
      if (label.trim() === "" && !whole.startsWith("!")) return property(false, `no text: ${whole.slice(0, 80)}`);
      if (address === undefined) {
        if (!defined.has((reference || label).toLowerCase()))
          return property(false, `not defined: ${whole.slice(0, 80)}`);
        continue;
      }
      const target = address
        .trim()
        .replace(/(?<!\s)\s+["'(][\s\S]*$/, "")
        .replace(/^<(.*)>$/, "$1");
      const scheme = /^([a-z][a-z0-9+.-]{1,20}):/i.exec(target)?.[1]?.toLowerCase();
      const isFine =
        scheme === undefined ? relative && target !== "" : schemes.includes(scheme) && URL.canParse(target);
      if (!isFine) return property(false, `no address that is allowed: ${whole.slice(0, 80)}`);
    }
    return links === 0 ? skipped("there is no link") : property(true, `${links} well formed`);
  },
});

const link =
  /!?\[([^\][\n]{0,300})\](?:\(([^()\n]{0,500}(?:\([^()\n]{0,200}\)[^()\n]{0,200})?)\)|\[([^\]\n]{0,200})\])/g;
