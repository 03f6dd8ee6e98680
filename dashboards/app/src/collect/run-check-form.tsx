import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ask } from "../api/client.ts";
import type { CheckRun, CheckRunDetail } from "../api/types.ts";
import { CheckPicker } from "../checks/check-picker.tsx";
import { countText } from "../ui/format.ts";
import { Modal } from "../ui/modal.tsx";
import { Wrong } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";
import { askedOf, type Chosen, chosenText } from "./chosen.ts";

interface Props {
  readonly chosen: Chosen;
  readonly onClose: () => void;
}

const atMost = 10_000;

/** Checks over what is stored: the verdicts are kept, nobody is told. */
export function RunCheckForm({ chosen, onClose }: Props) {
  const [checks, setChecks] = useState<readonly string[]>([]);
  const start = useMutation({
    mutationFn: () =>
      ask<CheckRun>("/verdicts", {
        method: "POST",
        body: {
          ...askedOf(chosen),
          checks: checks.map((check) => ({ check })),
          ...(chosen.kind === "named" ? {} : { limit: atMost }),
        },
      }),
  });
  const run = start.data;
  return (
    <Modal
      title="Run checks"
      onClose={onClose}
      actions={
        !run && (
          <button
            type="button"
            className="primary"
            disabled={checks.length === 0 || start.isPending}
            onClick={() => start.mutate()}
          >
            Run
          </button>
        )
      }
    >
      {run ? (
        <Progress id={run.id} />
      ) : (
        <>
          <p>{chosenText(chosen)}: the verdicts are kept with them, no issue is raised and nobody is told.</p>
          <CheckPicker chosen={checks} onChange={setChecks} />
          {start.error && <Wrong error={start.error} />}
        </>
      )}
    </Modal>
  );
}

const isOver = (run: CheckRunDetail) => run.state !== "running" && run.verdicts.every(({ waiting }) => waiting === 0);

function Progress({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ["check run", id],
    queryFn: ({ signal }) => ask<CheckRunDetail>(`/verdicts/runs/${encodeURIComponent(id)}`, { signal }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : 1000),
  });
  if (error) return <Wrong error={error} />;
  if (!data) return <p className="muted">Starting …</p>;
  return (
    <>
      <p role="status">
        {isOver(data) ? "Done" : "Running"}: {countText(data.examined)} of {countText(data.total)} examined.
        {data.problem !== undefined && ` ${data.problem}`}
      </p>
      {data.verdicts.length > 0 && (
        <Table label="Verdicts" head={["Check", ">Passed", ">Failed", ">Skipped", ">Broken", ">Waiting"]}>
          {data.verdicts.map(({ check, version, passed, failed, skipped, broken, waiting }) => (
            <tr key={`${check} ${version}`}>
              <td>
                <code>{check}</code>
              </td>
              <td className="right num">{passed}</td>
              <td className="right num">{failed}</td>
              <td className="right num muted">{skipped}</td>
              <td className="right num muted">{broken}</td>
              <td className="right num muted">{waiting}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
