/** All tabs of one browser are one session: who signs in or out in one does so in all of them. */
const tabs = new BroadcastChannel("gaffe");

/** Somebody came in here, or went. */
export const tellOtherTabs = (): void => tabs.postMessage("somebody came or went");

/** Called when somebody came or went in another tab, and when this one is looked at again. The answer stops it. */
export function whenSomebodyMayHaveCome(look: () => void): () => void {
  const seen = () => {
    if (!document.hidden) look();
  };
  tabs.addEventListener("message", look);
  document.addEventListener("visibilitychange", seen);
  return () => {
    tabs.removeEventListener("message", look);
    document.removeEventListener("visibilitychange", seen);
  };
}
