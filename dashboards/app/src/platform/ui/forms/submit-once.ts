/** Longer than a double click or key repeat, and shorter than the time to read a result. */
const sameMs = 500;

/**
 * Ignores repeated submits by a double click or a held Enter key. A form's button is disabled only at the
 * next render, and by then a second monitor was created.
 */
export function submitOnce(page: Document): void {
  const sentAt = new WeakMap<EventTarget, number>();
  page.addEventListener(
    "submit",
    (event) => {
      if (!event.target) return;
      const before = sentAt.get(event.target);
      if (before !== undefined && event.timeStamp - before < sameMs) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      sentAt.set(event.target, event.timeStamp);
    },
    { capture: true },
  );
  // An edited form, or one changed by another of its buttons, may be submitted again.
  page.addEventListener("input", ({ target }) => reset(formOf(target)), { capture: true });
  page.addEventListener("click", ({ target }) => reset(formOf(target, "button[type=button]")), { capture: true });

  function reset(form: HTMLFormElement | null): void {
    if (form) sentAt.delete(form);
  }
}

const formOf = (target: EventTarget | null, part = "*"): HTMLFormElement | null =>
  target instanceof Element ? (target.closest(part)?.closest("form") ?? null) : null;
