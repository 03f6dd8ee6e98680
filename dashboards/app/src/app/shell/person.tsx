import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { notifyOtherTabs } from "../../accounts/sign-in/other-tabs.ts";
import { useMe } from "../../accounts/sign-in/roles.tsx";
import { callApi, enteredToken } from "../../platform/api/client.ts";

/** The signed-in person with a sign-out button, or a link to sign in. */
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
          <Link to="/settings/you" className="cut" title={`${who.email}, ${who.role}`}>
            {who.email}
          </Link>
          <button type="button" className="quiet" onClick={() => leave.mutate()}>
            Sign out
          </button>
        </div>
      );
    case "token":
      return (
        <div className="person">
          <span className="cut">Token {who.name}</span>
          <button
            type="button"
            className="quiet"
            onClick={() => {
              enteredToken.remove();
              location.assign("/");
            }}
          >
            Remove token
          </button>
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
