import { useMutation } from "@tanstack/react-query";
import { ForMembers, useIsMember } from "../../accounts/sign-in/for-members.tsx";
import { callApi } from "../../platform/api/client.ts";
import { Wrong } from "../../platform/ui/states.tsx";
import { useCommands } from "../commands/commands.tsx";

/** Sample data to explore before an application is connected, in a separate project. */
export function SampleProject() {
  const load = useMutation({
    mutationFn: () => callApi("POST /projects/sample"),
    onSuccess: ({ id }) => location.assign(`/p/${id}`),
  });
  const command = { title: "Load the sample project", words: "demo example", run: () => load.mutate() };
  useCommands("Do", useIsMember() ? [command] : []);
  return (
    <ForMembers>
      <button type="button" disabled={load.isPending} onClick={() => load.mutate()}>
        {load.isPending ? "Loading …" : "Load the sample project"}
      </button>
      {load.error && <Wrong error={load.error} />}
    </ForMembers>
  );
}
