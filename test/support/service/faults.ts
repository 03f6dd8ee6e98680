import axe from "axe-core";
import type { Page } from "playwright-core";
import { drawn } from "../clients/web.ts";

/**
 * Returns axe's findings for the current page: everything in its theme, and in the other theme the findings about
 * colors. The page is left in the other theme.
 */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  // Loading elements fade: their colors are not final.
  await drawn(page);
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { axe: looking, document } = globalThis as unknown as Browser;
    const { violations, passes } = await looking.run(document, { runOnly: tags });
    // Too few rules mean that the page was not checked at all.
    if (passes.length < 12) return [`only ${passes.length} rules applied`];
    const { dataset } = document.documentElement;
    dataset["theme"] = dataset["theme"] === "dark" ? "light" : "dark";
    const colors = await looking.run(document, { runOnly: { type: "rule", values: ["color-contrast"] } });
    if (colors.passes.length === 0) return ["no colors were checked"];
    return [...violations, ...colors.violations].map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
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
