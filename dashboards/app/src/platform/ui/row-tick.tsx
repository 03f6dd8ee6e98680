import type { Selection } from "./selection.ts";

interface Props {
  readonly id: string;
  /** The name of the row, for screen readers. */
  readonly name: string;
  readonly selection: Selection;
}

/** The checkbox of a row. Shift selects everything from the last selected row. */
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
