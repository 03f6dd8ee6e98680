import { useIsFetching } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/** Bridges the gap between a response and the next query, which often starts at the following render. */
const lingerMs = 100;

/**
 * A thin bar above the page while any of its queries loads for the first time: visible content is usable but
 * incomplete. Refetches do not show it, since the previous data is on screen.
 */
export function LoadingBar() {
  const isLoading = useIsFetching({ predicate: ({ state }) => state.status === "pending" }) > 0;
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    if (isLoading) {
      setShown(true);
      return undefined;
    }
    const later = setTimeout(() => setShown(false), lingerMs);
    return () => clearTimeout(later);
  }, [isLoading]);
  return isShown ? <div className="asking" role="progressbar" aria-label="Loading" aria-busy="true" /> : null;
}
