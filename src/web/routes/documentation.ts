import { readFile } from "node:fs/promises";
import { z } from "zod";
import { createSearchIndex } from "../../platform/text/search-index.ts";
import { defineRoute, notFound, ok } from "../../server/service.ts";
import { documentFile, documentPages } from "./documents.ts";

const excerptLength = 300;

const Section = z
  .strictObject({
    page: z.string().describe("Path, such as docs/query.md"),
    heading: z.string(),
    excerpt: z.string().describe("Its first 300 characters"),
    url: z.string().describe("Where a person reads the page"),
  })
  .meta({ id: "DocumentationSection" });

const Page = z
  .strictObject({ page: z.string(), text: z.string().describe("Markdown") })
  .meta({ id: "DocumentationPage" });

interface DocumentationDependencies {
  /** Base URL for links, without a trailing slash. */
  readonly baseUrl: () => string;
}

/** Searches and reads the pages of docs/ for agents, which have no browser. */
export function documentationRoutes({ baseUrl }: DocumentationDependencies) {
  let index: ReturnType<typeof indexOfSections> | undefined;
  return [
    defineRoute({
      method: "GET",
      path: "/documentation",
      scope: "read",
      tag: "documentation",
      summary: "Search the documentation, best section first",
      query: {
        q: z.string().trim().min(1).max(200).describe("Words"),
        limit: z.coerce.number().int().min(1).max(50).default(10),
      },
      answers: { 200: z.strictObject({ items: z.array(Section) }) },
      async handle({ query: { q, limit } }) {
        index ??= indexOfSections();
        const found = (await index).search(q).slice(0, limit);
        return ok({ items: found.map((section) => ({ ...section, url: `${baseUrl()}/${section.page}` })) });
      },
    }),

    defineRoute({
      method: "GET",
      path: "/documentation/page",
      scope: "read",
      tag: "documentation",
      summary: "Read a page of the documentation",
      query: { page: z.string().max(200).describe("Path, such as docs/query.md") },
      answers: { 200: Page },
      async handle({ query: { page } }) {
        if (!documentPages().includes(page)) throw notFound("documentation page");
        return ok({ page, text: await readFile(documentFile(page), "utf8") });
      },
    }),
  ];
}

async function indexOfSections() {
  const pages = documentPages().map(async (page) => sectionsOf(page, await readFile(documentFile(page), "utf8")));
  return createSearchIndex(
    (await Promise.all(pages)).flat().map(({ page, heading, body }) => ({
      item: { page, heading, excerpt: body.slice(0, excerptLength) },
      title: heading,
      body,
    })),
  );
}

/** Splits a page at its headings; each section is named with those above it. */
function sectionsOf(page: string, text: string) {
  const [, title = page] = /^# (.+)$/m.exec(text) ?? [];
  return text.split(/^(?=#{1,3} )/m).flatMap((section) => {
    const [, own] = /^#{1,3} (.+)$/m.exec(section) ?? [];
    const body = section.replace(/^#.*$/m, "").replace(/\s+/g, " ").trim();
    const heading = own === undefined || own === title ? title : `${title}: ${own}`;
    return body === "" ? [] : [{ page, heading, body }];
  });
}
