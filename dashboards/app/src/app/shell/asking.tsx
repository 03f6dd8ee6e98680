import { useIsFetching } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/** One answer often leads to the next question, which is asked once it is drawn. */
const lingerMs = 100;

/**
 * A thin line above the page while anything of it is asked for the first time: what stands there already may be read and
 * used, but it is not all. What is asked again (every few seconds, or after a change) has something to show meanwhile.
 */
export function Asking() {
  const isAsking = useIsFetching({ predicate: ({ state }) => state.status === "pending" }) > 0;
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    if (isAsking) {
      setShown(true);
      return undefined;
    }
    const later = setTimeout(() => setShown(false), lingerMs);
    return () => clearTimeout(later);
  }, [isAsking]);
  return isShown ? <div className="asking" role="progressbar" aria-label="Loading" aria-busy="true" /> : null;
}
