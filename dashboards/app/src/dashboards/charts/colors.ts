import type { Series } from "./series.ts";

/** Returns the custom property that holds the color of a series. */
export function colorOf({ tone }: Series, index: number): string {
  switch (tone) {
    case "ok":
      return "--series-quiet";
    case "fail":
      return "--series-fail";
    case "warn":
      return "--series-warn";
    case "quiet":
      return "--series-quiet";
    default:
      return `--series-${(index % 8) + 1}`;
  }
}

/** Returns the value of a custom property in the current theme; a canvas cannot resolve it. */
export const valueOf = (property: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(property).trim();
