import { type RefObject, useDeferredValue, useMemo, useState } from "react";
import type { DatapointRow } from "../api/types.ts";
import { FindBar } from "../ui/find-bar.tsx";
import { rowsWith } from "./rows-with.ts";

interface Props {
  readonly rows: readonly DatapointRow[];
  readonly current: string | undefined;
  readonly area: RefObject<HTMLElement | null>;
  readonly onGo: (row: number) => void;
  readonly onClose: () => void;
}

/** Finds in the rows that are loaded, whichever columns are shown of them. */
export function FindInRows({ rows, current, area, onGo, onClose }: Props) {
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text);
  const found = useMemo(() => rowsWith(rows, wanted), [rows, wanted]);
  return (
    <FindBar
      what="the rows that are loaded"
      text={text}
      found={found}
      at={rows.findIndex(({ id }) => id === current)}
      area={area}
      onText={setText}
      onGo={onGo}
      onClose={onClose}
    />
  );
}
