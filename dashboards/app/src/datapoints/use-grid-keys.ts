import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { linkTo } from "../address/link.ts";
import type { Search } from "../address/search.ts";
import type { DatapointRow } from "../api/types.ts";
import { useShortcuts } from "../keys/keys.tsx";
import type { Selection } from "../ui/selection.ts";
import type { CellActions } from "./cell-actions.ts";
import type { Column } from "./columns.tsx";

interface Needs {
  readonly rows: readonly DatapointRow[];
  readonly chosen: readonly Column[];
  readonly peek: string | undefined;
  readonly current: string | undefined;
  readonly selection: Selection;
  readonly onChange: (search: Search, replace?: boolean) => void;
  /** The row that is current now, and the ids beside it. */
  readonly onMove: (id: string, near: readonly string[]) => void;
  readonly onNearEnd: () => void;
  readonly onLive: () => void;
  readonly onMenu: () => void;
  /** Absent while the browser's own search is the next one. */
  readonly onFind: (() => void) | undefined;
  readonly actions: CellActions;
}

/** The keys of the list. They walk exactly the rows that are listed. The answer is the column of the current cell. */
export function useGridKeys(needs: Needs): number {
  const { rows, chosen, peek, current, selection, onChange, onMove, onNearEnd, onLive, onMenu, onFind, actions } =
    needs;
  const navigate = useNavigate();
  const [column, setColumn] = useState(0);
  const at = rows.findIndex(({ id }) => id === current);

  function move(to: number) {
    const index = Math.max(0, Math.min(rows.length - 1, to));
    const row = rows[index];
    if (!row) return;
    const near = [rows[index - 1], rows[index + 1], rows[index + 2]].flatMap((one) => (one ? [one.id] : []));
    onMove(row.id, near);
    if (index >= rows.length - 5) onNearEnd();
  }
  const { copy, unfold } = actions;
  const filter = (how: "toggled" | "excluding") => actions.filter(rows[at], chosen[column], how);
  const open = () => current !== undefined && void navigate({ to: "/datapoints/$id", params: { id: current } });
  /** Ticks the current row, and the one that is gone to. */
  function extend(by: number) {
    selection.add([rows[at], rows[at + by]].flatMap((row) => row?.id ?? []));
    move(at + by);
  }
  function escape() {
    if (peek) onChange({ peek: "" });
    else selection.clear();
  }
  const sideways = (by: number) => setColumn(Math.max(0, Math.min(chosen.length - 1, column + by)));

  useShortcuts("Rows", [
    { keys: "j", does: "Next", run: () => move(at + 1) },
    { keys: "k", does: "Previous", run: () => move(at - 1) },
    { keys: "ArrowDown", does: "Next", run: () => move(at + 1) },
    { keys: "ArrowUp", does: "Previous", run: () => move(at - 1) },
    { keys: "ArrowLeft", does: "Cell to the left", run: () => sideways(-1) },
    { keys: "ArrowRight", does: "Cell to the right", run: () => sideways(1) },
    { keys: "g g", does: "First", run: () => move(0) },
    { keys: "Shift+G", does: "Last that is loaded", run: () => move(rows.length - 1) },
    {
      keys: "Space",
      does: "Peek",
      run: () => onChange({ peek: peek ? "" : (current ?? rows[0]?.id ?? "") }),
    },
    { keys: "Enter", does: "Open", run: open },
    { keys: "o", does: "Open", run: open },
    { keys: "$mod+Enter", does: "Open in a new tab", run: () => current && window.open(linkTo("datapoints", current)) },
    { keys: "f", does: "Filter by the cell", run: () => filter("toggled") },
    { keys: "Shift+F", does: "Exclude the cell's value", run: () => filter("excluding") },
    { keys: "m", does: "Menu of the cell", run: onMenu },
    { keys: "e", does: "Show the row whole, and fold it", run: () => unfold(current) },
    ...(onFind ? [{ keys: "$mod+f" as const, does: "Find in the rows that are loaded", run: onFind }] : []),
    { keys: "y", does: "Copy id", run: () => copy(current, "Id") },
    { keys: "Shift+Y", does: "Copy link", run: () => copy(current && linkTo("datapoints", current), "Link") },
    { keys: "l", does: "Follow new ones", run: onLive },
    { keys: "x", does: "Select", run: () => current !== undefined && selection.toggle(current) },
    { keys: "Shift+J", does: "Select, and the next", run: () => extend(1) },
    { keys: "Shift+K", does: "Select, and the previous", run: () => extend(-1) },
    { keys: "$mod+a", does: "Select all that are loaded", run: selection.tickAll },
    { keys: "Escape", does: "Close the preview, then clear the selection", run: escape },
  ]);
  return column;
}
