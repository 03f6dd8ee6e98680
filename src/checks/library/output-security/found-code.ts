import type { Evidence, EvidenceTarget, Subject } from "../../../datapoints/index.ts";
import { stringLeaves } from "../../../platform/json/json.ts";
import type { CodeBlock } from "../../../platform/text/code-blocks.ts";

export interface FoundCode {
  readonly target: Extract<EvidenceTarget, "output" | "tool_calls">;
  readonly language: string;
  readonly code: string;
  /** Offset in the text of its target; absent if the code was escaped there. */
  readonly start?: number;
}

/** Returns the SQL of the answer (fenced as SQL, or starting like a statement) and of tool arguments. */
export function sqlIn(subject: Subject): readonly FoundCode[] {
  const output = subject.text("output");
  const fenced = output.codeBlocks.filter(
    ({ language, code }) => sqlFence.test(language) || (language === "" && beginsLikeSql.test(code)),
  );
  const whole = fenced.length === 0 && isSqlAlone(output.text) ? [wholeOf(output.text)] : [];
  return [
    ...fenced.map((block) => ofBlock(output.text, block)),
    ...whole,
    ...argumentsOf(subject, /^(?:sql|query|statement|sql_query|q)$/i).filter(({ code }) => beginsLikeSql.test(code)),
  ];
}

/** Returns the shell commands of the answer's fences and of tool arguments. */
export function shellIn(subject: Subject): readonly FoundCode[] {
  const output = subject.text("output");
  return [
    ...output.codeBlocks
      .filter(
        ({ language, code }) => shellFence.test(language) || (language === "" && /^\s*(?:\$ |#!\/bin\/)/.test(code)),
      )
      .map((block) => ofBlock(output.text, block)),
    ...argumentsOf(subject, /^(?:command|cmd|shell|script|bash|commands|args|argv)(?:\.\d+)?$/i),
  ];
}

/** Returns a range of found code as evidence. */
export function evidenceOf(subject: Subject, { target, start, code }: FoundCode, at = 0, length = code.length) {
  const text = subject.text(target);
  const from = start === undefined ? text.text.indexOf(code.slice(at, at + length)) : start + at;
  return from === -1 ? ([] as readonly Evidence[]) : [text.evidence(from, from + length)];
}

export function ofBlock(text: string, block: CodeBlock): FoundCode {
  const start = text.indexOf("\n", block.start) + 1;
  return { target: "output", language: block.language, code: block.code, start };
}

/** Prose may start with "Select" or "Show", so keywords in capitals or a final semicolon are required. */
const isSqlAlone = (text: string) =>
  beginsLikeSql.test(text) && (/^[\s(]*[A-Z]{4,}\b/.test(text) || /;\s*$/.test(text));

const wholeOf = (text: string): FoundCode => ({ target: "output", language: "", code: text, start: 0 });

/** Returns texts among the arguments of the response's calls whose last key matches. */
function argumentsOf({ toolCalls }: Subject, key: RegExp): readonly FoundCode[] {
  return toolCalls.flatMap(({ parsed }) =>
    parsed
      ? [...stringLeaves(parsed)]
          .filter(({ path }) => key.test(lastKey(path)))
          .map(({ text }): FoundCode => ({ target: "tool_calls", language: "", code: text }))
      : [],
  );
}

const lastKey = (path: string) => /[^.]+(?:\.\d+)?$/.exec(path.slice(-200))?.[0] ?? path;

const sqlFence = /^(?:sql|psql|postgres(?:ql)?|mysql|sqlite|tsql|plsql|bigquery|snowflake|redshift|mariadb)$/;

const shellFence = /^(?:bash|sh|shell|zsh|console|terminal|shellsession|shell-session|ksh|dockerfile)$/;

const beginsLikeSql =
  /^\s*(?:--[^\n]*\n\s*)*(?:select\s+[\w*"'`(@[]|with\s+(?:recursive\s+)?[\w"`[]+\s*(?:\(|as\b)|insert\s+into\b|update\s+[\w."`[\]]+\s+set\b|delete\s+from\b|drop\s+(?:table|database|schema|view|index|user|role|function|procedure|column)\b|truncate\s+(?:table\s+)?[\w"`[]|alter\s+(?:table|database|user|role|schema)\b|create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+)?(?:table|view|index|database|user|role|function|schema)\b|grant\s+[\w ,]+\s+(?:on|to)\b|revoke\s+[\w ,]+\s+(?:on|from)\b|merge\s+into\b|explain\s+|show\s+(?:tables|databases|columns|create|index)\b|call\s+\w+\s*\(|exec(?:ute)?\s+\w|copy\s+[\w("]|values\s*\()/i;
