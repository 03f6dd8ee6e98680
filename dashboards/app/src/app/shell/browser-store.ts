/** What is kept for a page; where the browser refuses to keep anything, until the page is left. */
type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** For ever, and for as long as the tab. */
export const lasting = guarded(() => localStorage);
export const ofTab = guarded(() => sessionStorage);

/** A browser that blocks storage throws at its mention, and one whose storage is full when it is written to. */
function guarded(browsers: () => Store): Store {
  const here = new Map<string, string>();
  const tried = <Answer>(use: (store: Store) => Answer): Answer | undefined => {
    try {
      return use(browsers());
    } catch {
      return undefined;
    }
  };
  return {
    getItem: (key) => here.get(key) ?? tried((store) => store.getItem(key)) ?? null,
    setItem(key, value) {
      const isKept = tried((store) => (store.setItem(key, value), true)) ?? false;
      if (isKept) here.delete(key);
      else here.set(key, value);
    },
    removeItem(key) {
      here.delete(key);
      tried((store) => store.removeItem(key));
    },
  };
}
