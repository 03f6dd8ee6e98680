import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { askMe } from "../../platform/api/queries.ts";
import { whenSomebodyMayHaveCome } from "./other-tabs.ts";

/**
 * Asks to sign in above an app in which something was typed: the app is hidden and stays as it is. Resolves when somebody
 * is in.
 */
export async function signInAbove(app: HTMLElement): Promise<void> {
  const { SignInPage } = await import("./sign-in.tsx");
  const { title } = document;
  // A dialog of the browser's own, so that one of the app's does not take its keys.
  const door = document.createElement("dialog");
  door.className = "door";
  // The second Escape closes any dialog.
  const stay = () => door.showModal();
  door.addEventListener("close", stay);
  document.body.append(door);
  app.hidden = true;
  stay();
  const root = createRoot(door);
  await new Promise<void>((resolve) => {
    // Whoever signs in in another tab is in here as well.
    const stopLooking = whenSomebodyMayHaveCome(() => void isSomebodyHere().then((isHere) => isHere && goOn()));
    function goOn() {
      stopLooking();
      resolve();
    }
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <SignInPage isAgain onIn={goOn} />
      </QueryClientProvider>,
    );
  });
  door.removeEventListener("close", stay);
  root.unmount();
  door.remove();
  app.hidden = false;
  document.title = title;
}

const isSomebodyHere = (): Promise<boolean> =>
  askMe().then(
    ({ who }) => who.kind !== "nobody",
    () => false,
  );

/** Notices what is typed in the app; whether some of it still stands in a field is what it answers. */
export function watchTyping(app: HTMLElement): () => boolean {
  const typed = new Set<HTMLElement>();
  app.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLElement && isWritten(target)) typed.add(target);
  });
  return () => {
    for (const field of typed) if (!field.isConnected) typed.delete(field);
    return [...typed].some((field) => textIn(field).trim() !== "");
  };
}

/** A search is in the address. */
const isWritten = (field: HTMLElement) =>
  field.role !== "combobox" &&
  (field instanceof HTMLInputElement
    ? !/^(checkbox|radio|range|search|file)$/.test(field.type)
    : field instanceof HTMLTextAreaElement || field.isContentEditable);

const textIn = (field: HTMLElement) =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : field.innerText;
