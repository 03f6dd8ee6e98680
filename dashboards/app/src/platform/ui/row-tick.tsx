import type { Selection } from "./selection.ts";

interface Props {
  readonly id: string;
  /** What the row is, read out with the box. */
  readonly name: string;
  readonly selection: Selection;
}

/** The box at the beginning of a row. With Shift it ticks everything from the last one. */
export function RowTick({ id, name, selection }: Props) {
  return (
    <input
      type="checkbox"
      className="tick"
      tabIndex={-1}
      aria-label={`Select ${name}`}
      checked={selection.isEverything || selection.ids.has(id)}
      onClick={(event) => {
        event.stopPropagation();
        if (event.shiftKey) selection.extendTo(id);
        else selection.toggle(id);
      }}
      onChange={() => undefined}
    />
  );
}
