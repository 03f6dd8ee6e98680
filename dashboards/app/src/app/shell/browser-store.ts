/** Values stored for a page. Where the browser refuses storage, they last until the page is left. */
type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Storage without expiry, and storage for the lifetime of the tab. */
export const lasting = guarded(() => localStorage);
export const ofTab = guarded(() => sessionStorage);

/** Wraps browser storage. A blocked storage throws on access, and a full one on writing. */
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
      const isStored = tried((store) => (store.setItem(key, value), true)) ?? false;
      if (isStored) here.delete(key);
      else here.set(key, value);
    },
    removeItem(key) {
      here.delete(key);
      tried((store) => store.removeItem(key));
    },
  };
}
