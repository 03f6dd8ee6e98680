import { describe, expect, test } from "vitest";
import { startApi } from "../support/service/api.ts";

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
  test("come as Markdown, and to a browser as pages", async () => {
    await using service = await startApi();
    for (const page of ["mcp.md", "query.md", "decisions/clients-sdk-types-and-mcp-tools-follow-the-api-schema.md"]) {
      const { status, text, headers } = await service.ask("GET", `/docs/${page}`, { token: "" });
      expect([status, headers.get("content-type")]).toEqual([200, "text/markdown; charset=utf-8"]);
      expect(text).toMatch(/^# /);
    }
    const page = await fetch(`${service.url}/docs/deploy.md`, { headers: { accept: "text/html" } });
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("vary")).toBe("accept, accept-encoding");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await page.text()).toContain('<h2 id="tls-and-several-replicas">');
  });

  test("lead to each other by links that all work, as pages and to their headings", async () => {
    await using service = await startApi();
    const pages = new Map<string, string>();
    const links: { readonly from: string; readonly to: URL }[] = [];
    const next = [new URL("/docs", service.url)];
    for (let at = next.pop(); at; at = next.pop()) {
      if (pages.has(at.pathname)) continue;
      const answer = await fetch(at, { headers: { accept: "text/html" } });
      const type = answer.headers.get("content-type") ?? "";
      const text = answer.ok ? await answer.text() : "";
      pages.set(at.pathname, answer.ok ? text : "broken");
      if (!type.startsWith("text/html") || at.pathname === "/docs/api") continue;
      for (const [, link = ""] of text.matchAll(/ (?:href|src)="([^"]+)"/g)) {
        const to = new URL(link, answer.url);
        if (to.origin !== service.url) continue;
        links.push({ from: at.pathname, to });
        next.push(to);
      }
    }
    expect(pages.size).toBeGreaterThan(150);
    const isBroken = ({ pathname, hash }: URL) =>
      pages.get(pathname) === "broken" ||
      (hash !== "" && !pages.get(pathname)?.includes(` id="${decodeURIComponent(hash.slice(1))}"`));
    expect(links.filter(({ to }) => isBroken(to)).map(({ from, to }) => `${from}: ${to.pathname}${to.hash}`)).toEqual(
      [],
    );
  });

  test("are all that is served of the repository", async () => {
    await using service = await startApi();
    for (const path of [
      "docs/nosuch.md",
      "docs/..%2Fpackage.json",
      "docs/%2e%2e/package.json",
      "docs/mcp.md%00",
      "docs/screens/dashboards/home-light.png",
      "docs/%",
      "package.json",
      ".env",
      "src/main.ts",
      "src/web/routes/documents.ts",
      "collector-config/..%2Fpackage.json",
    ]) {
      const answer = await fetch(`${service.url}/${path}`);
      expect([path, [400, 404].includes(answer.status)]).toEqual([path, true]);
      expect(await answer.text()).not.toMatch(/workspaces|import /);
    }
  });
});
