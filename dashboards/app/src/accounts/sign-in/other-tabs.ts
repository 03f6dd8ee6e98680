/** Connects the tabs of one browser, which share a session: signing in or out in one applies to all. */
const tabs = new BroadcastChannel("gaffe");

/** Notifies the other tabs that someone signed in or out in this one. */
export const notifyOtherTabs = (): void => tabs.postMessage("session changed");

/**
 * Calls `refresh` when the session changes in another tab, or when this tab becomes visible. Returns a
 * function that stops it.
 */
export function whenSomebodyMayHaveCome(refresh: () => void): () => void {
  const seen = () => {
    if (!document.hidden) refresh();
  };
  tabs.addEventListener("message", refresh);
  document.addEventListener("visibilitychange", seen);
  return () => {
    tabs.removeEventListener("message", refresh);
    document.removeEventListener("visibilitychange", seen);
  };
}
