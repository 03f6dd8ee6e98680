import { createRefuseMistakes, Preview, PreviewRequest } from "../../monitors/service.ts";
import { defineRoute, ok } from "../../server/service.ts";
import { createPreview } from "../preview.ts";

export function previewRoutes(
  dependencies: Parameters<typeof createPreview>[0] & Parameters<typeof createRefuseMistakes>[0],
) {
  const preview = createPreview(dependencies);
  const refuseMistakes = createRefuseMistakes(dependencies);
  return [
    defineRoute({
      method: "POST",
      path: "/monitors/preview",
      scope: "write",
      audit: false,
      tag: "monitors",
      summary: "Preview what a monitor would match and find in stored data",
      body: PreviewRequest,
      answers: { 200: Preview },
      async handle({ principal, body }) {
        refuseMistakes(principal.projectId, body);
        return ok(await preview(principal, body));
      },
    }),
  ];
}
