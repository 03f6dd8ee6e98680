import { z } from "zod";
import { sourceText } from "../../../datapoints/sources/sources.ts";
import type { Evidence } from "../../../datapoints/text/evidence.ts";
import type { PreparedText } from "../../../datapoints/text/prepared-text.ts";
import { urlsOf } from "../../../platform/text/urls.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, passesWhenFalse, passesWhenTrue, scored, usually } from "../../check.ts";
import { defect, property, skipped, within } from "../../verdicts/outcome.ts";

const common = { ...usually, category: "Retrieval and grounding", severity: "major", needs: ["context"] } as const;

export const contextEmpty = defineCheck({
  ...common,
  name: "context_empty",
  title: "No context retrieved",
  description: "The retrieval step returned fewer passages than `min_passages`, or only blank ones.",
  judges: "request",
  targets: ["metadata"],
  output: passesWhenFalse,
  source: "Ragas; LangWatch",
  options: z.strictObject({ min_passages: z.int().positive().default(1) }),
  evaluate: ({ passages }, { min_passages: min }) => {
    const count = passages.filter(({ text }) => text.trim() !== "").length;
    return defect(count < min, `${count} passages with text were retrieved`);
  },
});

export const citationIndexValid = defineCheck({
  ...common,
  name: "citation_index_valid",
  title: "Citations point to given passages",
  description:
    "Every passage that the answer cites, by its number (`[2]`, `[1, 3]`, `[1-3]`, `【2†…】`) or by its id, is one of the retrieved ones.",
  output: passesWhenTrue,
  source: "ALCE (Gao et al. 2023); Azure OpenAI On Your Data",
  options: z.strictObject({ base: z.int().min(0).max(1).default(1) }),
  evaluate: (subject, { base }) => {
    const output = subject.text("output");
    const count = subject.passages.length;
    const ids = new Set(subject.passages.flatMap(({ id }) => id ?? []));
    const cited = citationsIn(output, ids);
    if (cited.length === 0) return skipped("the answer cites nothing");
    const wrong = cited.filter(({ name }) => !ids.has(name) && !isIndex(name, base, count));
    return property(
      wrong.length === 0,
      wrong.length === 0
        ? `${cited.length} citations point to given passages`
        : `no such passage: ${[...new Set(wrong.map(({ name }) => name))].slice(0, 10).join(", ")}`,
      wrong.slice(0, 10).map(({ evidence }) => evidence),
    );
  },
});

export const quotesVerbatimInContext = defineCheck({
  ...common,
  name: "quotes_verbatim_in_context",
  title: "Quotations are verbatim",
  description:
    "Share of the answer's quotations (in quotation marks, or block quotes) that occur verbatim in the context, the conversation or the system prompt. An ellipsis may omit words.",
  output: scored("0..1; pass ≥ 1"),
  source: "Ragas quoted spans; promptfoo",
  options: z.strictObject({
    min_words: z.int().positive().default(4),
    threshold: z.number().min(0).max(1).default(1),
  }),
  evaluate: (subject, { min_words: minWords, threshold }) => {
    const output = subject.text("output");
    const quotes = quotesIn(output.outsideCode).filter((quote) => wordsOf(quote).length >= minWords);
    if (quotes.length === 0) return skipped(`the answer quotes nothing of ${minWords} words and more`);
    const source = bare(subject.once(sourceText));
    const wrong = quotes.filter(
      (quote) => !quote.split(/\[?(?:\.{3}|…)\]?/).every((part) => source.includes(bare(part))),
    );
    return within(
      1 - wrong.length / quotes.length,
      { min: threshold },
      "share of verbatim quotations",
      rangesOf(output, wrong),
    );
  },
});

export const urlsInContext = defineCheck({
  ...common,
  name: "urls_in_context",
  title: "URLs come from the context",
  description:
    "Share of the answer's addresses (ignoring tracking parameters) that occur in the context, the conversation, the system prompt or a tool result; optionally the domain is enough.",
  output: scored("0..1; pass ≥ 1"),
  source: "promptfoo; OWASP LLM09",
  options: z.strictObject({
    level: z.enum(["url", "domain"]).default("url"),
    allow_domains: z.array(z.string()).default([]),
  }),
  evaluate: (subject, { level, allow_domains: allowed }) => {
    const output = subject.text("output");
    const urls = output.urls.filter(
      ({ url }) => !allowed.some((domain) => domainOf(url) === domain || domainOf(url).endsWith(`.${domain}`)),
    );
    if (urls.length === 0) return skipped("the answer holds no address");
    const form = level === "url" ? canonicalUrl : domainOf;
    const known = new Set(urlsOf(subject.once(sourceText)).map(({ url }) => form(url)));
    const unknown = urls.filter(({ url }) => !known.has(form(url)));
    return within(
      1 - unknown.length / urls.length,
      { min: 1 },
      "share of addresses that were given",
      unknown.slice(0, 10).map(({ start, end }) => output.evidence(start, end)),
    );
  },
});

interface Citation {
  readonly name: string;
  readonly evidence: Evidence;
}

/** Returns bracketed numbers, lists and ranges of them, and names shaped like the given ids. */
function citationsIn(output: PreparedText, ids: ReadonlySet<string>): readonly Citation[] {
  const shapes = new Set([...ids].map(shapeOf));
  const found: Citation[] = [];
  for (const match of output.text.matchAll(/(?<![\w)\]])(?:\[\^?([^[\]\n]{1,120})\]|【([^】\n]{1,120})】)(?![(:])/g)) {
    const inner = match[1] ?? match[2] ?? "";
    const evidence = output.evidence(match.index, match.index + match[0].length);
    for (const part of inner.split(/[,;]/)) {
      const name = part
        .replace(/†.*$/s, "")
        .trim()
        .replace(/^(?:source|doc|document|passage|ref)\.?\s+(?=\d+$)/i, "");
      const range = /^(\d{1,4})\s*[-–]\s*(\d{1,4})$/.exec(name);
      if (range) for (const each of rangeOf(Number(range[1]), Number(range[2]))) found.push({ name: each, evidence });
      else if (/^\d{1,3}$/.test(name) || shapes.has(shapeOf(name))) found.push({ name, evidence });
    }
    if (found.length > 500) break;
  }
  return found;
}

const shapeOf = (id: string) => id.toLowerCase().replace(/\d+/g, "0");

function rangeOf(from: number, to: number): readonly string[] {
  return from <= to && to - from < 50 ? Array.from({ length: to - from + 1 }, (_, at) => `${from + at}`) : [`${to}`];
}

function isIndex(name: string, base: number, count: number): boolean {
  const index = Number(name);
  return /^\d+$/.test(name) && index >= base && index < base + count;
}

function quotesIn(text: string): readonly string[] {
  const inline = [
    ...text.matchAll(
      /"([^"\n]{3,1000})"|“([^”\n]{3,1000})”|„([^“”\n]{3,1000})[“”]|«([^»\n]{3,1000})»|「([^」\n]{3,500})」/g,
    ),
  ];
  const blocks = [...text.matchAll(/(?:^[^\S\n]{0,3}>[^\n]*\n?)+/gm)].map(([block]) => block.replace(/^\s*>\s?/gm, ""));
  return [...inline.map((match) => match.slice(1).find((each) => each !== undefined) ?? ""), ...blocks];
}

function bare(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/["“”„«»'‘’`*_]/g, "")
    .replace(/[\s\u00a0]+/g, " ")
    .replace(/^[\s.,;:!?—–-]+|[\s.,;:!?—–-]+$/g, "");
}

function rangesOf(output: PreparedText, texts: readonly string[]): readonly Evidence[] {
  return texts.slice(0, 10).flatMap((text) => {
    const start = output.text.indexOf(text.trimEnd());
    return start === -1 ? [] : [output.evidence(start, start + text.trimEnd().length)];
  });
}

function domainOf(url: string): string {
  return (/^https?:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(url)?.[1] ?? url).toLowerCase().replace(/^www\./, "");
}

function canonicalUrl(url: string): string {
  const [address = "", query = ""] = url.replace(/#.*$/s, "").split(/\?(.*)/s);
  const remaining = query
    .split("&")
    .filter((pair) => pair !== "" && !/^(?:utm_\w+|gclid|fbclid|ref|source|mc_\w+)=/i.test(pair));
  const path = address.replace(/^https?:\/\/[^/]*/i, "").replace(/\/$/, "");
  return `${domainOf(url)}${path}${remaining.length === 0 ? "" : `?${remaining.sort().join("&")}`}`;
}
