import { describe, expect, test } from "vitest";
import { startApi } from "../../support/api.ts";

test("llms.txt is short, and every address in it answers", async () => {
  await using service = await startApi({ baseUrl: () => "http://gaffe.example" });
  const { status, text, headers } = await service.ask("GET", "/llms.txt", { token: "" });
  expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(text).toMatch(/^# Gaffe\n\n> /);
  expect(text.length).toBeLessThan(4000);
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
  expect(links.length).toBeGreaterThan(10);
  for (const link of links) {
    const answer = await fetch(link.replace("http://gaffe.example", service.url));
    expect([link, answer.status]).toEqual([link, 200]);
    expect((await answer.text()).length).toBeGreaterThan(200);
  }
});

describe("pages of docs/", () => {
  test("come as Markdown", async () => {
    await using service = await startApi();
    for (const page of ["mcp.md", "query.md", "decisions/180-tools-are-routes.md"]) {
      const { status, text, headers } = await service.ask("GET", `/docs/${page}`, { token: "" });
      expect([status, headers.get("content-type")]).toEqual([200, "text/markdown; charset=utf-8"]);
      expect(text).toMatch(/^# /);
    }
  });

  test.each([
    "nosuch.md",
    "../README.md",
    "..%2FREADME.md",
    "%2e%2e/package.json",
    "decisions/../../README.md",
    "screens/home-light.png",
    "mcp.md%00",
    "a/b/c.md",
  ])("nothing else: %s", async (page) => {
    await using service = await startApi();
    const answer = await service.ask("GET", `/docs/${page}`, { token: "" });
    expect([answer.status, answer.text.includes("Error tracking")]).toEqual([404, false]);
  });
});
