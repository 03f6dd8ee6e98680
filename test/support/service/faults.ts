import axe from "axe-core";
import type { Page } from "playwright-core";
import { drawn } from "../clients/web.ts";

/**
 * What axe finds wrong with the page in view: everything in the theme it has, and in the other what a theme decides,
 * its colours. The page is left in the other theme.
 */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  // What is still loading fades in and out: its colours are not those it is read in.
  await drawn(page);
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { axe: looking, document } = globalThis as unknown as Browser;
    const { violations, passes } = await looking.run(document, { runOnly: tags });
    // A page that was not looked at has no faults either.
    if (passes.length < 12) return [`only ${passes.length} rules had something to look at`];
    const { dataset } = document.documentElement;
    dataset["theme"] = dataset["theme"] === "dark" ? "light" : "dark";
    const colours = await looking.run(document, { runOnly: { type: "rule", values: ["color-contrast"] } });
    if (colours.passes.length === 0) return ["no colours to look at"];
    return [...violations, ...colours.violations].map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
  });
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

interface Browser {
  readonly document: { readonly documentElement: { readonly dataset: Record<string, string | undefined> } };
  readonly axe: {
    run(
      context: unknown,
      options: object,
    ): Promise<{ readonly violations: readonly Violation[]; readonly passes: readonly unknown[] }>;
  };
}
