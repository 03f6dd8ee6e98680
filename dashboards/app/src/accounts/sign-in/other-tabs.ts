/** Connects the tabs of one browser, which share a session: signing in or out in one applies to all. */
const tabs = new BroadcastChannel("gaffe");

export const notifyOtherTabs = (): void => tabs.postMessage("session changed");

/** Calls `refresh` when the session may have changed in another tab. Returns a function that stops it. */
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
