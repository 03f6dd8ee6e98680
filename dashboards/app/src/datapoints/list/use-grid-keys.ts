import type { Search } from "../../platform/address/search.ts";
import type { DatapointRow } from "../../platform/api/types.ts";
import type { CellActions } from "../../platform/list/use-cell-actions.ts";
import { useRowKeys } from "../../platform/list/use-row-keys.ts";
import type { Selection } from "../../platform/ui/selection.ts";
import { type Column, datapoints } from "./columns.tsx";

interface GridKeysOptions {
  readonly rows: readonly DatapointRow[];
  readonly chosen: readonly Column[];
  readonly peek: string | undefined;
  readonly current: string | undefined;
  readonly selection: Selection;
  readonly onChange: (search: Search, replace?: boolean) => void;
  /** Called with the current row and the ids next to it. */
  readonly onMove: (id: string, near: readonly string[]) => void;
  readonly onNearEnd: () => void;
  readonly onLive: () => void;
  readonly onMenu: () => void;
  readonly onFind: (() => void) | undefined;
  readonly actions: CellActions;
}

/** Handles the keys of All Datapoints: those of every list, the preview, and the live tail. */
export function useGridKeys({ chosen, peek, onChange, onMove, onNearEnd, onLive, ...shared }: GridKeysOptions) {
  const { rows, current, selection } = shared;
  function escape() {
    if (peek) onChange({ peek: "" });
    else selection.clear();
  }
  return useRowKeys({
    ...shared,
    kind: datapoints,
    columns: chosen,
    onMove(row, index) {
      const near = [rows[index - 1], rows[index + 1], rows[index + 2]].flatMap((one) => (one ? [one.id] : []));
      onMove(row.id, near);
      if (index >= rows.length - 5) onNearEnd();
    },
    more: [
      { keys: "Space", does: "Peek", run: () => onChange({ peek: peek ? "" : (current ?? rows[0]?.id ?? "") }) },
      { keys: "l", does: "Follow new ones", run: onLive },
      { keys: "Escape", does: "Close the preview, then clear the selection", run: escape },
    ],
  });
}
