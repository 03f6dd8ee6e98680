import { useMutation } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useState } from "react";
import { callApi } from "../../platform/api/client.ts";
import { saveAs } from "../../platform/api/download.ts";
import { cutCharacters } from "../../platform/api/queries.ts";
import type { Datapoint, PayloadPage } from "../../platform/api/types.ts";
import { Button } from "../../platform/ui/button.tsx";
import { bytesText, countText } from "../../platform/ui/format.tsx";
import { Wrong } from "../../platform/ui/page.tsx";

type Cuts = NonNullable<Datapoint["cuts"]>;
const CutsContext = createContext<{ readonly id: string; readonly cuts: Cuts }>({ id: "", cuts: [] });

/** Provides the truncated values of a datapoint to the components that draw them. */
export const CutsProvider = ({ datapoint, children }: { datapoint: Datapoint; children: ReactNode }) => (
  <CutsContext.Provider value={{ id: datapoint.id, cuts: datapoint.cuts ?? [] }}>{children}</CutsContext.Provider>
);

/** Shows that a value is truncated, and fetches the rest in pieces or as a file. */
export function TruncationNote({ pointer, shown }: { pointer: string; shown: string | undefined }) {
  const { id, cuts } = useContext(CutsContext);
  const inside = cuts.filter((cut) => cut.pointer === pointer || cut.pointer.startsWith(`${pointer}/`));
  const own = inside.find((cut) => cut.pointer === pointer);
  const isText = own?.kind === "text";
  const [more, setMore] = useState("");
  const [next, setNext] = useState<number>();
  const page = (offset: number, limit: number) =>
    callApi("GET /datapoints/{id}/payload", { path: { id }, query: { pointer, offset, limit } });
  const load = useMutation({
    mutationFn: () => page(next ?? (isText ? codePoints(shown ?? "") : 0), cutCharacters),
    onSuccess(loaded) {
      setMore((before) => before + loaded.text);
      setNext(loaded.nextOffset ?? Number.POSITIVE_INFINITY);
    },
  });
  const save = useMutation({
    async mutationFn() {
      const pieces: string[] = [];
      for (let at: number | undefined = 0; at !== undefined; ) {
        const loaded: PayloadPage = await page(at, 2_000_000);
        pieces.push(loaded.text);
        at = loaded.nextOffset;
      }
      saveAs(new Blob(pieces), `${pointer.slice(1).replaceAll("/", "-")}.${isText ? "txt" : "json"}`);
    },
  });
  if (inside.length === 0) return null;
  return (
    <div className="stack cut-note">
      {more !== "" && <div className="plain">{more}</div>}
      <div className="line small">
        <span className="muted">
          {isText
            ? `Shown from its beginning: ${bytesText(own.length)} in all`
            : `Shown in part: ${inside.map(({ length, kind }) => `${countText(length)} ${kind === "text" ? "characters" : "entries"}`)[0]}`}
        </span>
        {next !== Number.POSITIVE_INFINITY && (
          <Button
            text={`${isText ? "Show" : "Show the JSON,"} the next ${bytesText(cutCharacters)}`}
            className="link"
            by={load}
          />
        )}
        <Button text={save.isPending ? "Fetching …" : "Download"} className="link" by={save} />
      </div>
      {(load.error ?? save.error) && <Wrong error={load.error ?? save.error} />}
    </div>
  );
}

/** The API counts Unicode code points; a JavaScript string counts UTF-16 units. */
function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
