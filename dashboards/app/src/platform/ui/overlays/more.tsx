import { useMemo } from "react";
import { Wrong } from "../states.tsx";

/** A list that comes page by page, as its query tells of it. */
interface Paged {
  readonly error: Error | null;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: (how: { readonly cancelRefetch: boolean }) => unknown;
}

/** The next page, by a press: that it is coming, or why it did not come. The rows before it stay where they are. */
export function More({ of, children = "Show more" }: { of: Paged; children?: string }) {
  if (!of.hasNextPage) return null;
  // Pressed twice it is asked for once.
  const next = () => void of.fetchNextPage({ cancelRefetch: false });
  if (of.isFetchNextPageError) return <Wrong error={of.error} retry={next} />;
  return (
    <button type="button" aria-busy={of.isFetchingNextPage} onClick={next}>
      {of.isFetchingNextPage ? "Loading …" : children}
    </button>
  );
}

/** What failed of a list but its next page, which says so itself. */
export const errorOf = ({ error, isFetchNextPageError }: Paged): Error | null => (isFetchNextPageError ? null : error);

/** All that is loaded of such a list; undefined while the first of it is awaited. The same array until more comes. */
export const useItems = <Row,>(
  data: { readonly pages: readonly { readonly items: readonly Row[] }[] } | undefined,
): readonly Row[] | undefined => useMemo(() => data?.pages.flatMap(({ items }) => items), [data]);
