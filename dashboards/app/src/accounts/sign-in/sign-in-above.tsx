import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { fetchMe } from "../../platform/api/queries.ts";
import { whenSomebodyMayHaveCome } from "./other-tabs.ts";

/** Asks to sign in above an app with unsaved input, which stays unchanged. Resolves after a sign-in. */
export async function signInAbove(app: HTMLElement): Promise<void> {
  const { SignInPage } = await import("./sign-in.tsx");
  const { title } = document;
  // A native modal dialog, so that the app's own dialogs do not receive its keys.
  const dialog = document.createElement("dialog");
  dialog.className = "sign-in-above";
  // Browsers close a dialog at the second Escape even if the first was prevented, so it is opened again.
  const stay = () => dialog.showModal();
  dialog.addEventListener("close", stay);
  document.body.append(dialog);
  app.hidden = true;
  stay();
  const root = createRoot(dialog);
  await new Promise<void>((resolve) => {
    // A sign-in in another tab counts here as well.
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
  dialog.removeEventListener("close", stay);
  root.unmount();
  dialog.remove();
  app.hidden = false;
  document.title = title;
}

const isSomebodyHere = (): Promise<boolean> =>
  fetchMe().then(
    ({ who }) => who.kind !== "nobody",
    () => false,
  );

/** Tracks typing in the app; returns a function that says whether a field still holds unsaved input. */
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

/** Search boxes do not count: a search is in the address. */
const isWritten = (field: HTMLElement) =>
  field.role !== "combobox" &&
  (field instanceof HTMLInputElement
    ? !/^(checkbox|radio|range|search|file)$/.test(field.type)
    : field instanceof HTMLTextAreaElement || field.isContentEditable);

const textIn = (field: HTMLElement) =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : field.innerText;
