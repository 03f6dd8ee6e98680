import { type RefObject, useEffect, useRef } from "react";
import { Icon } from "../icon.tsx";
import { foundText, neighbour } from "./found.ts";

interface Props {
  /** What is looked through, for the label. */
  readonly what: string;
  readonly text: string;
  /** Places of what holds the text, in their order; absent while they are looked for. */
  readonly found: readonly number[] | undefined;
  /** The place that one is at; -1 for none. */
  readonly at: number;
  /** In which the text is marked where it is drawn. */
  readonly area: RefObject<HTMLElement | null>;
  readonly onText: (text: string) => void;
  readonly onGo: (place: number) => void;
  readonly onClose: () => void;
}

/** Finds in what a list holds, also where it is not drawn. The browser's own search is one more Ctrl F away. */
export function FindBar({ what, text, found, at, area, onText, onGo, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useMarks(area, text);
  const go = (by: 1 | -1) => {
    const place = found && neighbour(found, at, by);
    if (place !== undefined) onGo(place);
  };
  return (
    <div
      className="find-bar"
      role="search"
      aria-label={`Find in ${what}`}
      aria-busy={text !== "" && found === undefined}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
        else if (event.key === "Enter" && event.target === input.current) go(event.shiftKey ? -1 : 1);
        // The browser's own search, and nothing of the page's.
        else if (event.key !== "f" || !(event.ctrlKey || event.metaKey)) return;
        event.stopPropagation();
        if (event.key !== "f") event.preventDefault();
      }}
    >
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-label={`Find in ${what}`}
        placeholder={`Find in ${what}`}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      <span className="num muted small" role="status">
        {text !== "" && found && foundText(found, at)}
      </span>
      <button
        type="button"
        className="quiet icon"
        aria-label="Previous"
        title="Previous (⇧ Enter)"
        onClick={() => go(-1)}
      >
        <Icon name="left" />
      </button>
      <button type="button" className="quiet icon" aria-label="Next" title="Next (Enter)" onClick={() => go(1)}>
        <Icon name="right" />
      </button>
      <button type="button" className="quiet icon" aria-label="Close" title="Close (Esc)" onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/** Marks the text where it is drawn, without a change to what is drawn. */
function useMarks(area: RefObject<HTMLElement | null>, text: string): void {
  useEffect(() => {
    const element = area.current;
    if (!element || text === "" || !("highlights" in CSS)) return undefined;
    const mark = () => CSS.highlights.set("found", new Highlight(...rangesOf(element, text.toLowerCase())));
    mark();
    const watch = new MutationObserver(mark);
    watch.observe(element, { childList: true, subtree: true, characterData: true });
    return () => {
      watch.disconnect();
      CSS.highlights.delete("found");
    };
  }, [area, text]);
}

function rangesOf(element: HTMLElement, needle: string): readonly Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.nodeValue ?? "").toLowerCase();
    for (let from = text.indexOf(needle); from >= 0; from = text.indexOf(needle, from + needle.length)) {
      // A letter may be longer in lower case: there nothing is marked rather than something else.
      if (from + needle.length > (node.nodeValue ?? "").length) break;
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, from + needle.length);
      ranges.push(range);
    }
  }
  return ranges;
}
