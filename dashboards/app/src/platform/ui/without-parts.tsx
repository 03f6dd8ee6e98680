import type { ReactNode } from "react";
import { countText } from "./format.tsx";
import { useQueryLanguage } from "./query/query-language.ts";

interface Part {
  readonly part: string;
  readonly matching: ReactNode;
  readonly onRemove: () => void;
}

const partsAtMost = 5;

/** For a filter without matches: shows which of its parts excludes everything. */
export function WithoutParts({ parts }: { parts: readonly Part[] }) {
  if (parts.length === 0) return null;
  return (
    <ul className="stack" style={{ gap: 4 }}>
      {parts.slice(0, partsAtMost).map(({ part, matching, onRemove }) => (
        <li key={part}>
          <button type="button" className="link" onClick={onRemove}>
            Without <code>{part}</code>
          </button>{" "}
          {matching}
        </li>
      ))}
    </ul>
  );
}

interface OfQuery {
  readonly fields: "datapoints" | "issues";
  readonly q: string;
  /** Returns the number of matches of the remaining query. */
  readonly matching: (rest: string) => ReactNode;
  readonly onChange: (search: { readonly q: string }) => void;
}

export function WithoutPartsOfQuery({ fields, q, matching, onChange }: OfQuery) {
  const parts = useQueryLanguage(fields)?.parts(q) ?? [];
  return (
    <WithoutParts
      parts={parts.map(({ part, rest }) => ({
        part,
        matching: matching(rest),
        onRemove: () => onChange({ q: rest }),
      }))}
    />
  );
}

/** The count of matches; `isMore` if only the first ones were counted. */
export const MatchCount = ({ count, isMore = false }: { count: number; isMore?: boolean }) => (
  <span className="num">{count === 1 && !isMore ? "1 matches" : `${countText(count)}${isMore ? "+" : ""} match`}</span>
);

interface FirstPage {
  readonly data:
    | { readonly pages: readonly { readonly items: readonly unknown[]; readonly nextCursor?: string }[] }
    | undefined;
  readonly isPlaceholderData: boolean;
}

export function FirstPageCount({ of: { data, isPlaceholderData } }: { of: FirstPage }) {
  const page = data?.pages[0];
  if (!page || isPlaceholderData) return null;
  return <MatchCount count={page.items.length} isMore={page.nextCursor !== undefined} />;
}
