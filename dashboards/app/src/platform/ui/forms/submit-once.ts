/** Longer than a double click or a key that repeats, shorter than whoever reads what came of it. */
const sameMs = 500;

/**
 * A form that is sent by a double click, or by Enter held down, is sent once: its button is disabled only with the next
 * drawing, and by then a second monitor was made.
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
  // What was corrected meanwhile, by a key or by another button of it, is another form.
  page.addEventListener("input", ({ target }) => forget(formOf(target)), { capture: true });
  page.addEventListener("click", ({ target }) => forget(formOf(target, "button[type=button]")), { capture: true });

  function forget(form: HTMLFormElement | null): void {
    if (form) sentAt.delete(form);
  }
}

const formOf = (target: EventTarget | null, part = "*"): HTMLFormElement | null =>
  target instanceof Element ? (target.closest(part)?.closest("form") ?? null) : null;
