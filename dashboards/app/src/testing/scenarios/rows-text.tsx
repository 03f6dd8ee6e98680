import { Button } from "../../platform/ui/button.tsx";
import { bytesText } from "../../platform/ui/format.tsx";
import { Field } from "../../platform/ui/forms/field.tsx";

interface Props {
  readonly content: string;
  readonly onChange: (content: string) => void;
  readonly onFile?: (name: string) => void;
}

/** A longer text would freeze the page. */
const shownCharacters = 500_000;

const example = '{"input": "Where is my order?", "result": "orders"}';

/** Selects rows of a scenario set: a file, or a pasted text. */
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
          <span>The file has {bytesText(content.length)}: too large to be shown here. It is uploaded unchanged.</span>
          <Button text="Take it away" className="small" onClick={() => onChange("")} />
        </p>
      ) : (
        <Field label="Or paste the rows" mono value={content} onChange={onChange} rows={10} placeholder={example} />
      )}
    </>
  );
}

/** JSON lines start with a brace; other content is CSV. */
export const formatOf = (content: string) => (content.trimStart().startsWith("{") ? "jsonl" : "csv");
