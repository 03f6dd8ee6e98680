import { useMutation } from "@tanstack/react-query";
import { notifyOtherTabs } from "../../accounts/sign-in/other-tabs.ts";
import { useMe } from "../../accounts/sign-in/roles.tsx";
import { callApi, enteredToken } from "../../platform/api/client.ts";
import { Button, TextLink } from "../../platform/ui/button.tsx";

export function Person() {
  const who = useMe();
  const leave = useMutation({
    mutationFn: () => callApi("POST /sign-out", { body: {}, project: false }),
    onSettled: () => {
      notifyOtherTabs();
      location.assign("/sign-in");
    },
  });
  switch (who.kind) {
    case "user":
      return (
        <div className="person">
          <TextLink text={who.email} to="/settings/you" className="cut" title={`${who.email}, ${who.role}`} />
          <Button text="Sign out" className="quiet" onClick={() => leave.mutate()} />
        </div>
      );
    case "token":
      return (
        <div className="person">
          <span className="cut">Token {who.name}</span>
          <Button
            text="Remove token"
            className="quiet"
            onClick={() => {
              enteredToken.remove();
              location.assign("/");
            }}
          />
        </div>
      );
    default:
      return (
        <div className="person">
          <a href="/sign-up">Sign up</a>
        </div>
      );
  }
}
