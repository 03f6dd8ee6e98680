import type { Series } from "./series.ts";

/** The custom property that a series is drawn in. */
export function colourOf({ tone }: Series, place: number): string {
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
      return `--series-${(place % 8) + 1}`;
  }
}

/** What a custom property stands for in the theme in view; a canvas cannot look it up itself. */
export const valueOf = (property: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(property).trim();
