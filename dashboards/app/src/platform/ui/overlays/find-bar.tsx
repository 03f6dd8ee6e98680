import { type RefObject, useEffect, useRef } from "react";
import { IconButton } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { foundText, neighbour } from "./found.ts";

interface Props {
  readonly what: string;
  readonly text: string;
  /** Indexes of the matches, ascending; undefined while searching. */
  readonly found: readonly number[] | undefined;
  readonly at: number;
  /** The element whose visible text is highlighted. */
  readonly area: RefObject<HTMLElement | null>;
  readonly onText: (text: string) => void;
  readonly onGo: (index: number) => void;
  readonly onClose: () => void;
}

/** Searches a list, including content that is not rendered. A second Ctrl F opens the browser's own search. */
export function FindBar({ what, text, found, at, area, onText, onGo, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useHighlights(area, text);
  const go = (by: 1 | -1) => {
    const index = found && neighbour(found, at, by);
    if (index !== undefined) onGo(index);
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
        // Lets the browser's own search open, without the page's shortcuts.
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
      <IconButton icon="left" label="Previous" title="Previous (⇧ Enter)" onClick={() => go(-1)} />
      <IconButton icon="right" label="Next" title="Next (Enter)" onClick={() => go(1)} />
      <IconButton icon="close" label="Close" title="Close (Esc)" onClick={onClose} />
    </div>
  );
}

/** Highlights the visible matches without changing the DOM. */
function useHighlights(area: RefObject<HTMLElement | null>, text: string): void {
  useEffect(() => {
    const element = area.current;
    if (!element || text === "" || !("highlights" in CSS)) return undefined;
    const highlight = () => CSS.highlights.set("found", new Highlight(...rangesOf(element, text.toLowerCase())));
    highlight();
    const watch = new MutationObserver(highlight);
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
      // Lowercasing can change a text's length, which shifts positions: then nothing is highlighted.
      if (from + needle.length > (node.nodeValue ?? "").length) break;
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, from + needle.length);
      ranges.push(range);
    }
  }
  return ranges;
}
