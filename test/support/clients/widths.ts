import type { Page } from "playwright-core";

/** Returns what does not fit into a window of this width: horizontal scrolling, and cut headings and numbers. */
export async function cutAt(page: Page, width: number): Promise<readonly string[]> {
  const before = page.viewportSize();
  await page.setViewportSize({ width, height: 720 });
  // Columns without room are removed in the frame after the window has changed.
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  const found = await page.evaluate<readonly string[]>(`(() => {
    const isCut = (one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1;
    const told = (one) => (one.getAttribute("aria-label") ?? one.textContent).trim().slice(0, 40);
    const main = document.querySelector("main") ?? document.body;
    const scrolled = [...main.querySelectorAll(".scroll-x, [role=grid]")].filter(isCut);
    const cells = [...main.querySelectorAll("h1, h2, th, [role=columnheader], td.num, [role=gridcell].num")];
    const cut = cells.filter((one) => isCut(one) && !one.querySelector("input") && !one.classList.contains("cut"));
    return [
      ...(document.documentElement.scrollWidth > innerWidth ? ["the page is wider than the window"] : []),
      ...scrolled.map((one) => "is scrolled sideways: " + told(one)),
      ...cut.map((one) => "is cut: " + told(one)),
    ];
  })()`);
  if (before) await page.setViewportSize(before);
  return found.map((one) => `at ${width} pixels ${one}`);
}
