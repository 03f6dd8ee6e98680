import { useMemo } from "react";
import { Button } from "../button.tsx";
import { Wrong } from "../page.tsx";

/** A paged list, as its infinite query reports it. */
interface Paged {
  readonly error: Error | null;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: (how: { readonly cancelRefetch: boolean }) => unknown;
}

/** The button for the next page, with its loading and error states. Loaded rows stay in place. */
export function More({ of, children = "Show more" }: { of: Paged; children?: string }) {
  if (!of.hasNextPage) return null;
  // A double click loads only one page.
  const next = () => void of.fetchNextPage({ cancelRefetch: false });
  if (of.isFetchNextPageError) return <Wrong error={of.error} retry={next} />;
  return (
    <Button text={of.isFetchingNextPage ? "Loading …" : children} aria-busy={of.isFetchingNextPage} onClick={next} />
  );
}

/** Returns the list's error, unless only its next page failed, which `More` shows. */
export const errorOf = ({ error, isFetchNextPageError }: Paged): Error | null => (isFetchNextPageError ? null : error);

/** Returns all loaded items, undefined while the first page is loading. The array is stable until more arrive. */
export const useItems = <Row,>(
  data: { readonly pages: readonly { readonly items: readonly Row[] }[] } | undefined,
): readonly Row[] | undefined => useMemo(() => data?.pages.flatMap(({ items }) => items), [data]);
