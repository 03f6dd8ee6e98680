import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url).pathname;
const pages = execFileSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((page) => page !== "" && !page.includes("/fixtures/"));

/** Anchors as GitHub derives them from headings. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
const anchorsOf = (file: string) =>
  Array.from(readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm), ([, heading = ""]) => anchorOf(heading));

test("files and folders that pages name are there", () => {
  const folders =
    "bench|cli|collector-config|dashboards|docker|docs|fixtures|instrumentation|packages|scripts|sdk|src|test";
  const named = new RegExp(`(?:\`|src="|srcset="|\\bnode )((?:${folders})/[\\w./@-]*)(?=[\`"\\s])`, "g");
  const missing = pages.flatMap((page) =>
    Array.from(readFileSync(join(root, page), "utf8").matchAll(named), ([, file = ""]) => file)
      .filter((file) => !existsSync(join(root, file)))
      .map((file) => `${page}: ${file}`),
  );
  expect(missing).toEqual([]);
});

test("commands and settings that pages name exist", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const settings = new Set(
    execFileSync("git", ["grep", "-hoE", "GAFFE_[A-Z_]+", "--", ":!*.md", ":!test"], {
      cwd: root,
      encoding: "utf8",
    }).split("\n"),
  );
  const unknown = pages
    .filter((page) => page !== "CHANGELOG.md")
    .flatMap((page) => {
      const text = readFileSync(join(root, page), "utf8");
      const commands = Array.from(text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g), ([, name = ""]) => name);
      const names = Array.from(text.matchAll(/\bGAFFE_[A-Z_]*[A-Z]\b/g), ([name]) => name);
      return [...commands.filter((name) => !(name in scripts)), ...names.filter((name) => !settings.has(name))].map(
        (name) => `${page}: ${name}`,
      );
    });
  expect(unknown).toEqual([]);
});

test("pages that code names are there", () => {
  const code = [
    "src",
    "packages",
    "cli",
    "sdk",
    "instrumentation",
    "dashboards",
    "scripts",
    "docker",
    "collector-config",
  ];
  const lines = execFileSync("git", ["grep", "-oE", "\\bdocs/[a-z/-]+\\.(md|png)", "--", ...code, ":!*.md"], {
    cwd: root,
    encoding: "utf8",
  });
  const missing = lines.split("\n").filter((line) => line !== "" && !existsSync(join(root, line.split(":")[1] ?? "")));
  expect(missing).toEqual([]);
});

test("links between pages lead to files and headings that are there", () => {
  const broken = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8").replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, "");
    return Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link = ""]) => link)
      .filter((link) => {
        // External URLs, and paths of the running service.
        if (/^([a-z]+:|\/)/.test(link)) return false;
        const [path = "", anchor] = link.split("#");
        const file = path === "" ? join(root, page) : join(root, dirname(page), path);
        return !existsSync(file) || (anchor !== undefined && file.endsWith(".md") && !anchorsOf(file).includes(anchor));
      })
      .map((link) => `${page}: ${link}`);
  });
  expect(broken).toEqual([]);
});
