import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useLayoutEffect, useRef } from "react";

export interface CodeMistake {
  readonly message: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

interface Props {
  readonly label: string;
  readonly value: string;
  readonly language: "code" | "prompt";
  readonly mistakes: readonly CodeMistake[];
  readonly onChange: (value: string) => void;
}

/** An editor for code or a prompt. Tab indents; Escape, then Tab leaves it. */
export function CodeEditor({ label, value, language, mistakes, onChange }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latestOnChange = useRef(onChange);
  latestOnChange.current = onChange;
  const first = useRef(value);
  // Before the first paint, so that the editor never shows without its content.
  useLayoutEffect(() => {
    if (!container.current) return undefined;
    const made = new EditorView({
      parent: container.current,
      state: EditorState.create({ doc: first.current, extensions: extensionsFor(label, language, latestOnChange) }),
    });
    view.current = made;
    return () => made.destroy();
  }, [label, language]);
  useEffect(() => {
    const { current } = view;
    if (current && current.state.doc.toString() !== value) {
      current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: value } });
    }
    first.current = value;
  }, [value]);
  useEffect(() => {
    const { current } = view;
    if (current) current.dispatch(setDiagnostics(current.state, diagnosticsOf(current.state, mistakes)));
  }, [mistakes]);
  return <div className="code-editor" ref={container} />;
}

function extensionsFor(label: string, language: Props["language"], latestOnChange: { current: Props["onChange"] }) {
  const nonce = document.querySelector<HTMLElement>("script[nonce], style[nonce], link[nonce]")?.nonce;
  return [
    ...(nonce ? [EditorView.cspNonce.of(nonce)] : []),
    lineNumbers(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    highlightActiveLine(),
    lintGutter(),
    keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
    ...(language === "code" ? [javascript({ typescript: true })] : [EditorView.lineWrapping]),
    syntaxHighlighting(colors),
    editorTheme,
    EditorView.contentAttributes.of({ "aria-label": label }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) latestOnChange.current(update.state.doc.toString());
    }),
  ];
}

function diagnosticsOf({ doc }: EditorState, mistakes: readonly CodeMistake[]): Diagnostic[] {
  return mistakes.flatMap(({ message, line, column }) => {
    if (line === undefined || line < 1 || line > doc.lines) return [];
    const { from, to } = doc.line(line);
    const start = Math.min(to, from + Math.max(0, (column ?? 1) - 1));
    return [{ from: start, to, severity: "error" as const, message }];
  });
}

const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword], color: "var(--accent)" },
  { tag: [tags.string, tags.regexp], color: "var(--ok)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--warn)" },
  { tag: [tags.comment], color: "var(--muted)" },
  { tag: [tags.typeName], color: "var(--info)" },
]);

const editorTheme = EditorView.theme({
  "&": { backgroundColor: "var(--bg)", color: "var(--text)", fontSize: "13px" },
  "&.cm-focused": { outline: "2px solid var(--focus)" },
  ".cm-content": { fontFamily: "var(--mono)", caretColor: "var(--text)", minHeight: "220px" },
  ".cm-scroller": { maxHeight: "55vh" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--muted)", borderRight: "1px solid var(--border)" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--sel) !important" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--text)", border: "1px solid var(--border)" },
});
