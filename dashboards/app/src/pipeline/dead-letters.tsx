import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { isAtLeast, useMe } from "../accounts/sign-in/roles.tsx";
import { callApi } from "../platform/api/client.ts";
import { deadLettersQuery, queuesQuery } from "../platform/api/queries.ts";
import type { DeadLetter } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { Button } from "../platform/ui/button.tsx";
import { bytesText, countText, shortId } from "../platform/ui/format.tsx";
import { DangerButton } from "../platform/ui/forms/danger-button.tsx";
import { Blank, errorOf, More, Section, Skeleton, useItems, Wrong } from "../platform/ui/page.tsx";
import { Table, TimeCell } from "../platform/ui/table.tsx";

export function DeadLetters() {
  const paged = useInfiniteQuery(deadLettersQuery);
  const items = useItems(paged.data);
  const replay = useReplay();
  const mayReplay = isAtLeast(useMe(), "member");
  const total = paged.data?.pages[0];
  const error = errorOf(paged);
  return (
    <Section
      title={
        total && total.count > 0
          ? `Dead letters: ${countText(total.count)} (${bytesText(total.bytes)})`
          : "Dead letters"
      }
      actions={
        mayReplay &&
        total !== undefined &&
        total.count > 0 && (
          <Button text="Replay all" disabled={replay.isPending} onClick={() => replay.mutate({ all: true })} />
        )
      }
    >
      {error && <Wrong error={error} />}
      {replay.error && <Wrong error={replay.error} />}
      {!items && !error && <Skeleton rows={3} />}
      {items?.length === 0 && (
        <Blank title="No dead letters">
          <p>Data that ClickHouse refuses to store appears here. Everything that was accepted could be stored.</p>
        </Blank>
      )}
      {items && items.length > 0 && (
        <Table label="Dead letters" head={["Failed", "Trace", "Reason", ">Attempts", ">Size", "Actions"]}>
          {items.map((deadLetter) => (
            <Row key={deadLetter.id} deadLetter={deadLetter} mayReplay={mayReplay} />
          ))}
        </Table>
      )}
      <More of={paged}>Older dead letters</More>
    </Section>
  );
}

function Row({ deadLetter, mayReplay }: { deadLetter: DeadLetter; mayReplay: boolean }) {
  const { id, at, traceId, signal, reason, attempts, bytes } = deadLetter;
  const mayDelete = isAtLeast(useMe(), "admin");
  const replay = useReplay();
  const remove = useChange(() => callApi("DELETE /dead-letters/{id}", { path: { id } }), { reloads });
  return (
    <tr>
      <TimeCell at={at} />
      <td>
        {traceId === "" ? (
          signal
        ) : (
          <Link to="/traces/$traceId" params={{ traceId }}>
            <code>{shortId(traceId)}</code>
          </Link>
        )}
      </td>
      <td>
        {reason}
        {replay.error && <Wrong error={replay.error} />}
      </td>
      <td className="num">{countText(attempts)}</td>
      <td className="num">{bytesText(bytes)}</td>
      <td className="nowrap">
        {mayReplay && (
          <Button
            text="Replay"
            of={`dead letter ${shortId(id)}`}
            disabled={replay.isPending}
            onClick={() => replay.mutate({ ids: [id] })}
          />
        )}{" "}
        {mayDelete && (
          <DangerButton what={`dead letter ${shortId(id)}`} by={remove}>
            Its spans or log records are lost. Replay it instead if the cause is fixed.
          </DangerButton>
        )}
      </td>
    </tr>
  );
}

const reloads = [deadLettersQuery, queuesQuery];
const useReplay = () =>
  useChange(
    (which: { readonly ids: readonly string[] } | { readonly all: true }) =>
      callApi("POST /dead-letters/replay", { body: which }),
    { reloads },
  );
