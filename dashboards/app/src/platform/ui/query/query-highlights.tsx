import type { QueryHighlight } from "./query-language.ts";

interface Props {
  readonly text: string;
  readonly highlights: readonly QueryHighlight[];
  /** The scroll offset of the input, in pixels. */
  readonly left: number;
}

/** Backgrounds for the parts of a query. The input above it holds the text, the caret and the selection. */
export function QueryHighlights({ text, highlights, left }: Props) {
  const pieces = [];
  let at = 0;
  for (const { start, end, kind } of highlights) {
    pieces.push(
      text.slice(at, start),
      <span key={start} className={kind}>
        {text.slice(start, end)}
      </span>,
    );
    at = end;
  }
  return (
    <span className="query-marks" aria-hidden="true">
      <span style={{ transform: `translateX(${-left}px)` }}>
        {pieces}
        {text.slice(at)}
      </span>
    </span>
  );
}
