import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../platform/api/client.ts";
import { ApiProblem } from "../platform/api/problem.ts";
import type { CheckDefinition, GeneratedCheck } from "../platform/api/types.ts";
import { Button } from "../platform/ui/button.tsx";
import { costText } from "../platform/ui/format.tsx";
import { Checkbox, Field, FieldCard } from "../platform/ui/forms/field.tsx";
import { Wrong } from "../platform/ui/page.tsx";

interface Props {
  readonly kind: CheckDefinition["body"]["kind"];
  readonly prior: CheckDefinition | undefined;
  readonly suggestion: string;
  readonly onGenerated: (made: GeneratedCheck) => void;
}

/** Has the judge model write the check. Nothing is stored: a person reads, tests and saves the draft. */
export function Generate({ kind, prior, suggestion, onGenerated }: Props) {
  const [typed, setTyped] = useState<string>();
  const [refines, setRefines] = useState(false);
  const instruction = typed ?? suggestion;
  const generate = useMutation({
    mutationFn: () =>
      callApi("POST /checks/generate", {
        body: { kind, instruction: instruction.trim(), ...(refines && prior ? { prior } : {}) },
      }),
    onSuccess: onGenerated,
  });
  const { data, error } = generate;
  const hasNoJudge = error instanceof ApiProblem && error.status === 409;
  return (
    <FieldCard name="In plain words">
      <Field
        label="In plain words: what should it find?"
        value={instruction}
        onChange={setTyped}
        rows={3}
        maxLength={4000}
        placeholder="The answer promises a refund before the order was looked up"
      />
      <div className="line">
        <Button
          text={generate.isPending ? "Writing …" : "Generate the check"}
          by={generate}
          disabled={instruction.trim().length < 5}
        />
        {prior && (
          <Checkbox value={refines} onChange={setRefines}>
            Refine the definition below
          </Checkbox>
        )}
        {data && (
          <span className="muted small" role="status">
            Written by {data.model}
            {data.costUsd !== undefined && ` for ${costText(data.costUsd)}`}: read it, then test it.
          </span>
        )}
      </div>
      {data?.problems.map(({ message, line }) => (
        <p key={`${line} ${message}`} className="mistake">
          {line === undefined ? message : `Line ${line}: ${message}`}
        </p>
      ))}
      {error && !hasNoJudge && <Wrong error={error} />}
      {hasNoJudge && (
        <p className="note warn">
          <span>{error.message}</span>
          <Link to="/settings/judges">Judges</Link>
        </p>
      )}
    </FieldCard>
  );
}
