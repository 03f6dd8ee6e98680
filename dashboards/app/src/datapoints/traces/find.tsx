import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useState } from "react";
import { FindBar } from "../../platform/ui/overlays/find-bar.tsx";
import { type FoundSpan, rankAmong } from "./folding.ts";
import { foundQuery, type TraceRequest } from "./trace-request.ts";

interface Props {
  readonly request: TraceRequest;
  readonly at: { readonly row: number; readonly span: string | undefined };
  readonly area: RefObject<HTMLElement | null>;
  /** The row is set unless the span is hidden. */
  readonly onGo: (found: FoundSpan) => void;
  readonly onClose: () => void;
}

const settledAfterMs = 250;

/** Searches all spans of the trace; the service does the search, since the page has only a few windows. */
export function FindInSpans({ request, at, area, onGo, onClose }: Props) {
  const [text, setText] = useState("");
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settledAfterMs);
    return () => clearTimeout(timer);
  }, [text]);
  // Holds the target until the address has it.
  const [gone, setGone] = useState<string>();
  useEffect(() => setGone(undefined), [at.span]);
  const { data = [], isSuccess, isPlaceholderData } = useQuery(foundQuery(request, settled));
  return (
    <FindBar
      what="the spans"
      text={text}
      found={text === settled && isSuccess ? [...data.keys()] : undefined}
      at={rankAmong(data, { row: at.row, span: gone ?? at.span })}
      area={area}
      onText={setText}
      onGo={(index) => {
        const found = data[index];
        if (!found) return;
        const { row: _, ...moved } = found;
        setGone(found.spanId);
        onGo(isPlaceholderData ? moved : found);
      }}
      onClose={onClose}
    />
  );
}
