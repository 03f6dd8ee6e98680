import { bytesText } from "../../platform/ui/format.ts";

interface Props {
  readonly content: string;
  readonly onChange: (content: string) => void;
  /** Told of the name of a file that was chosen. */
  readonly onFile?: (name: string) => void;
}

/** A longer text holds up whoever looks at it. */
const shownCharacters = 500_000;

const example = '{"input": "Where is my order?", "result": "orders"}';

/** Rows of a scenario set: a file that is chosen, or a text that is pasted. */
export function RowsText({ content, onChange, onFile }: Props) {
  async function read(files: FileList | null) {
    const [file] = files ?? [];
    if (!file) return;
    onChange(await file.text());
    onFile?.(file.name);
  }
  return (
    <>
      <div>
        <label htmlFor="set-file">A file: JSON lines, or CSV with the columns input and result</label>
        <input
          id="set-file"
          type="file"
          accept=".jsonl,.json,.csv,.txt"
          onChange={({ target }) => void read(target.files)}
        />
      </div>
      {content.length > shownCharacters ? (
        <p className="note">
          <span>The file has {bytesText(content.length)}: too much to be shown here. It is sent as it is.</span>
          <button type="button" className="small" onClick={() => onChange("")}>
            Take it away
          </button>
        </p>
      ) : (
        <div>
          <label htmlFor="set-rows">Or paste the rows</label>
          <textarea
            id="set-rows"
            className="mono"
            rows={10}
            spellCheck={false}
            placeholder={example}
            value={content}
            onChange={({ target }) => onChange(target.value)}
          />
        </div>
      )}
    </>
  );
}

/** JSON lines begin with a brace; what else is pasted or chosen is a table. */
export const formatOf = (content: string) => (content.trimStart().startsWith("{") ? "jsonl" : "csv");
