import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { linkTo } from "../address/link.ts";
import type { Search } from "../address/search.ts";
import type { DatapointRow } from "../api/types.ts";
import { useShortcuts } from "../keys/keys.tsx";
import { useQueryLanguage } from "../ui/query-language.ts";
import type { Selection } from "../ui/selection.ts";
import { useToast } from "../ui/toast.tsx";
import type { Column } from "./columns.tsx";

interface Needs {
  readonly rows: readonly DatapointRow[];
  readonly chosen: readonly Column[];
  readonly q: string;
  readonly peek: string | undefined;
  readonly current: string | undefined;
  readonly selection: Selection;
  readonly onChange: (search: Search, replace?: boolean) => void;
  /** The row that is current now, and the ids beside it. */
  readonly onMove: (id: string, near: readonly string[]) => void;
  readonly onNearEnd: () => void;
  readonly onLive: () => void;
}

/** The keys of the list. They walk exactly the rows that are listed. The answer is the column of the current cell. */
export function useGridKeys(needs: Needs): number {
  const { rows, chosen, q, peek, current, selection, onChange, onMove, onNearEnd, onLive } = needs;
  const navigate = useNavigate();
  const language = useQueryLanguage("datapoints");
  const toast = useToast();
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
  function filter(how: "toggled" | "excluding") {
    const row = rows[at];
    const clause = row && chosen[column]?.clause?.(row);
    if (clause && language) onChange({ q: language[how](q, clause) });
    else toast("There is nothing to filter by in this cell: ← and → choose another");
  }
  function copy(text: string | undefined, what: string) {
    if (text === undefined) return;
    void navigator.clipboard.writeText(text).then(() => toast(`${what} copied`));
  }
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
