import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useState } from "react";
import { FindBar } from "../../platform/ui/overlays/find-bar.tsx";
import { type Asked, foundQuery } from "./asked.ts";
import { type FoundSpan, placeAmong } from "./found.ts";

interface Props {
  readonly asked: Asked;
  /** The current row and the chosen span. */
  readonly at: { readonly row: number; readonly span: string | undefined };
  readonly area: RefObject<HTMLElement | null>;
  /** The row is known while nothing hides the span. */
  readonly onGo: (found: FoundSpan) => void;
  readonly onClose: () => void;
}

const settledAfterMs = 250;

/** Finds among all spans of the trace; the service looks, since the page holds a few windows alone. */
export function FindInSpans({ asked, at, area, onGo, onClose }: Props) {
  const [text, setText] = useState("");
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settledAfterMs);
    return () => clearTimeout(timer);
  }, [text]);
  // Until its address says so.
  const [gone, setGone] = useState<string>();
  useEffect(() => setGone(undefined), [at.span]);
  const { data = [], isSuccess, isPlaceholderData } = useQuery(foundQuery(asked, settled));
  return (
    <FindBar
      what="the spans"
      text={text}
      found={text === settled && isSuccess ? [...data.keys()] : undefined}
      at={placeAmong(data, { row: at.row, span: gone ?? at.span })}
      area={area}
      onText={setText}
      onGo={(place) => {
        const found = data[place];
        if (!found) return;
        const { row: _, ...moved } = found;
        setGone(found.spanId);
        onGo(isPlaceholderData ? moved : found);
      }}
      onClose={onClose}
    />
  );
}
