import { useEffect, useState } from "react";

/**
 * Returns the key of the link that the service printed at its start, and removes it from the address bar, where it would
 * be seen and remembered. A reload loses it; the link works again until the account is made.
 */
export function useFirstAccountKey(): string | undefined {
  const [key, setKey] = useState(() => keyIn(location.hash));
  useEffect(() => {
    function take() {
      const found = keyIn(location.hash);
      if (found === undefined) return;
      setKey(found);
      history.replaceState(undefined, "", location.pathname + location.search);
    }
    take();
    // Somebody who has the page open pastes the link into its address bar, which does not load the page again.
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
  }, []);
  return key;
}

const keyIn = (hash: string): string | undefined => (/^#[0-9A-Za-z]{43}$/.test(hash) ? hash.slice(1) : undefined);
