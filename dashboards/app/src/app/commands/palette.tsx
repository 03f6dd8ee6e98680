import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useId, useRef, useState } from "react";
import { shownProject } from "../../platform/address/link.ts";
import { issuesQuery, projectsQuery } from "../../platform/api/queries.ts";
import { Keys } from "../../platform/keyboard/keys.tsx";
import { type Command, useCommandList } from "./commands.tsx";

interface Found extends Command {
  readonly group: string;
}

const shownAtMost = 60;

/** The command palette: finds every command by typing. A pasted id opens the thing it names. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  const list = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const found = useFound(text);
  useEffect(() => {
    ref.current?.showModal();
  }, []);
  useEffect(() => {
    document.getElementById(`${list}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [at, list]);

  function run(command: Found | undefined) {
    if (!command) return;
    ref.current?.close();
    command.run();
  }
  function press(event: React.KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") setAt(Math.min(found.length - 1, at + 1));
    else if (event.key === "ArrowUp") setAt(Math.max(0, at - 1));
    else if (event.key === "Enter") run(found[at]);
    else return;
    event.preventDefault();
  }
  return (
    <dialog ref={ref} onClose={onClose} className="palette" aria-label="Commands">
      <input
        role="combobox"
        aria-label="What do you want to do?"
        aria-expanded="true"
        aria-controls={list}
        aria-autocomplete="list"
        {...(found[at] ? { "aria-activedescendant": `${list}-${at}` } : {})}
        autoComplete="off"
        spellCheck={false}
        placeholder="Go to, do, or paste an id …"
        value={text}
        onKeyDown={press}
        onChange={({ target }) => {
          setText(target.value);
          setAt(0);
        }}
      />
      <ul id={list} role="listbox" aria-label="Commands">
        {found.map((command, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the box takes the keys, this option only clicks
          <li
            key={`${command.group} ${command.title}`}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === at}
            onPointerMove={() => setAt(index)}
            onClick={() => run(command)}
          >
            <span className="muted group">{found[index - 1]?.group === command.group ? "" : command.group}</span>
            <span className="cut grow">{command.title}</span>
            {command.keys !== undefined && <Keys keys={command.keys} />}
          </li>
        ))}
        {found.length === 0 && (
          <li role="option" aria-selected="false" aria-disabled="true" className="muted">
            No matching command
          </li>
        )}
      </ul>
    </dialog>
  );
}

function useFound(text: string): readonly Found[] {
  const all = useCommandList();
  const navigate = useNavigate();
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.list().flatMap(({ group, commands }) => commands.map((command) => ({ group, ...command })));
  const matching = found.filter(({ group, title, words: other = "" }) => {
    const searched = `${group} ${title} ${other}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
  const pasted = pageOfPasted(text);
  const others = useThings(words);
  const opened = pasted && {
    group: "Open",
    title: pasted.title,
    run: () => void navigate({ to: pasted.path }),
  };
  return [...(opened ? [opened] : []), ...matching, ...others].slice(0, shownAtMost);
}

function useThings(words: readonly string[]): readonly Found[] {
  const navigate = useNavigate();
  const issues = useInfiniteQuery(issuesQuery({ q: "", state: "open", kind: undefined })).data?.pages[0]?.items ?? [];
  const projects = useQuery(projectsQuery).data?.items ?? [];
  const shown = shownProject();
  const things = [
    ...issues.map(({ number, title }) => ({
      group: "Issues",
      title: `#${number} ${title}`,
      run: () => void navigate({ to: "/issues/$id", params: { id: `${number}` } }),
    })),
    ...projects
      .filter(({ id, archivedAt }) => id !== shown && archivedAt === undefined)
      .map(({ id, name }) => ({ group: "Projects", title: name, run: () => location.assign(`/p/${id}`) })),
  ];
  return things.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
}

/** Returns the page of a pasted trace, datapoint or issue id; undefined for any other text. */
export function pageOfPasted(text: string): { readonly title: string; readonly path: string } | undefined {
  const id = text.trim();
  if (/^[0-9a-f]{32}$/i.test(id)) return { title: `Open the trace ${id}`, path: `/traces/${id.toLowerCase()}` };
  const issue = /^(?:#|[A-Za-z]+-)?(\d{1,9})$/.exec(id)?.[1];
  if (issue !== undefined) return { title: `Open the issue #${issue}`, path: `/issues/${issue}` };
  if (/^[A-Za-z0-9_-]{22}$/.test(id)) return { title: `Open the datapoint ${id}`, path: `/datapoints/${id}` };
  return undefined;
}
