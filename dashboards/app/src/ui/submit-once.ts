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
  // What was corrected meanwhile is another form.
  page.addEventListener(
    "input",
    ({ target }) => {
      const form = target instanceof Element ? target.closest("form") : undefined;
      if (form) sentAt.delete(form);
    },
    { capture: true },
  );
}
