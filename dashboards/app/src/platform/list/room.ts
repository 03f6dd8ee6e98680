import { useMemo, useSyncExternalStore } from "react";

/** Window widths in pixels at which a list shows more of its columns. */
const steps = [1100, 1280, 1440] as const;
export type Room = (typeof steps)[number];

/** Returns the columns that fit. The least important ones are hidden first, so that nothing scrolls sideways. */
export function useColumnsWithRoom<Column extends { readonly from?: Room }>(
  columns: readonly Column[],
): readonly Column[] {
  const room = useSyncExternalStore(watch, widest);
  return useMemo(() => columns.filter(({ from = 0 }) => from <= room), [columns, room]);
}

const widest = (): number => steps.findLast((px) => innerWidth >= px) ?? 0;

function watch(onChange: () => void): () => void {
  const watched = steps.map((px) => matchMedia(`(min-width: ${px}px)`));
  for (const each of watched) each.addEventListener("change", onChange);
  return () => {
    for (const each of watched) each.removeEventListener("change", onChange);
  };
}
