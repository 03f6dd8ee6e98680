import { type RefObject, useDeferredValue, useMemo, useState } from "react";
import { FindBar } from "../ui/overlays/find-bar.tsx";
import { rowsWith } from "./rows-with.ts";

interface Props<Row> {
  readonly rows: readonly Row[];
  /** The index of the current row; -1 for none. */
  readonly at: number;
  /** Returns the searchable texts of a row; must be stable between renders. */
  readonly textsOf: (row: Row) => readonly string[];
  readonly area: RefObject<HTMLElement | null>;
  readonly onGo: (row: number) => void;
  readonly onClose: () => void;
}

/** Searches the loaded rows. */
export function FindInRows<Row>({ rows, at, textsOf, area, onGo, onClose }: Props<Row>) {
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text);
  const found = useMemo(() => rowsWith(rows, wanted, textsOf), [rows, wanted, textsOf]);
  return (
    <FindBar
      what="the rows that are loaded"
      text={text}
      found={found}
      at={at}
      area={area}
      onText={setText}
      onGo={onGo}
      onClose={onClose}
    />
  );
}
