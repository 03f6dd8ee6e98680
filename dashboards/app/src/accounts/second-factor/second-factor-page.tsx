import { useMutation } from "@tanstack/react-query";
import { callApi } from "../../platform/api/client.ts";
import { Button } from "../../platform/ui/button.tsx";
import { AccountFrame, type AccountPageProps } from "../sign-in/frame.tsx";
import { Enrolment } from "./enrolment.tsx";

/** Shown after a sign-in without the second factor that the account requires. */
export function SecondFactorPage({ onIn }: AccountPageProps) {
  const leave = useMutation({
    mutationFn: () => callApi("POST /sign-out", { body: { everywhere: false }, project: false }),
    onSuccess: () => location.assign("/sign-in"),
  });
  return (
    <AccountFrame
      title="Set up two-factor sign-in"
      below={<Button text="Sign out" className="quiet" by={leave} onClick={() => leave.mutate()} />}
    >
      <p>
        Your account requires a code of an authenticator app in addition to the password. Set it up once to continue.
      </p>
      <Enrolment onDone={() => onIn()} />
    </AccountFrame>
  );
}
