import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { datapointQuery } from "../api/queries.ts";
import { Dialog } from "../dialog/dialog.tsx";
import { Verdicts } from "../dialog/verdicts.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Skeleton, Wrong } from "../ui/states.tsx";
import { evidenceOf, FactsLine } from "./facts.tsx";

/** A datapoint beside the list it stands in. The list keeps the keys. */
export function Peek({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(datapointQuery(id));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable by keyboard
    <section className="peek stack" aria-label="Preview of the datapoint" tabIndex={0}>
      <div className="line">
        <h2>{data ? `${data.operation} ${data.responseModel ?? data.requestModel ?? ""}` : "Datapoint"}</h2>
        <span className="grow" />
        <CopyButton compact label="Copy id" text={id} />
        <Link to="/datapoints/$id" params={{ id }} className="button">
          Open
        </Link>
        <button type="button" className="quiet icon" aria-label="Close the preview" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {error && <Wrong error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton />}
      {data && (
        <>
          <FactsLine datapoint={data} />
          <Verdicts verdicts={data.verdicts} />
          <Dialog
            input={data.input}
            output={data.output}
            evidence={evidenceOf(data.verdicts)}
            ending={data.finishReasons.join(", ")}
          />
        </>
      )}
    </section>
  );
}
