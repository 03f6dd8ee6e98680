import type { QueryMark } from "./query-language.ts";

interface Props {
  readonly text: string;
  readonly marks: readonly QueryMark[];
  /** How far the input has scrolled, pixels. */
  readonly left: number;
}

/** Grounds below the parts of a query. The input above it holds the text, the caret and the selection. */
export function QueryMarks({ text, marks, left }: Props) {
  const pieces = [];
  let at = 0;
  for (const { start, end, kind } of marks) {
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
