import { lazy, Suspense, useState } from "react";
import { ForMembers } from "../../accounts/sign-in/for-members.tsx";
import type { Chosen } from "./chosen.ts";

const Form = lazy(async () => ({ default: (await import("./scenario-form.tsx")).ScenarioForm }));

interface Props {
  readonly chosen: Chosen;
  /** What a new set would be called. */
  readonly name: string;
}

/** Turns what happened into rows that are tried before a release. */
export function AddToScenario({ chosen, name }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ForMembers>
        <button type="button" onClick={() => setOpen(true)}>
          Add to scenario
        </button>
      </ForMembers>
      {isOpen && (
        <Suspense>
          <Form chosen={chosen} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
