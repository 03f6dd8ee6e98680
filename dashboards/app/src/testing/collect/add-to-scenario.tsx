import { lazy, Suspense, useState } from "react";
import { ForMembers } from "../../accounts/sign-in/roles.tsx";
import { Button } from "../../platform/ui/button.tsx";
import type { Chosen } from "./chosen.ts";

const Form = lazy(async () => ({ default: (await import("./scenario-form.tsx")).ScenarioForm }));

interface Props {
  readonly chosen: Chosen;
  readonly name: string;
}

export function AddToScenario({ chosen, name }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ForMembers>
        <Button text="Add to scenario" onClick={() => setOpen(true)} />
      </ForMembers>
      {isOpen && (
        <Suspense>
          <Form chosen={chosen} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
