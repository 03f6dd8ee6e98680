/** Views of a trace's spans, as in the address: by hierarchy, by time, by duration. */
export const traceViews = [
  ["", "Tree"],
  ["flame", "Flame"],
  ["list", "List"],
] as const;
export type TraceView = (typeof traceViews)[number][0];

export const viewOf = (view: string | undefined): TraceView => traceViews.find(([name]) => name === view)?.[0] ?? "";

export function viewAfter(view: TraceView): TraceView {
  const at = traceViews.findIndex(([name]) => name === view);
  return traceViews[(at + 1) % traceViews.length]?.[0] ?? "";
}
