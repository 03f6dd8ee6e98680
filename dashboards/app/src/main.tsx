import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/parts.css";
import "./styles/dialog.css";
import "./styles/charts.css";
import "./styles/overlays.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { isRetried } from "./api/problem.ts";
import { CommandsProvider } from "./commands/commands.tsx";
import { KeysProvider } from "./keys/keys.tsx";
import { createAppRouter } from "./router.tsx";
import { enterProject } from "./shell/enter-project.ts";
import { ToastProvider } from "./ui/toast.tsx";

const queries = new QueryClient({
  defaultOptions: { queries: { retry: isRetried, staleTime: 5000, refetchOnWindowFocus: true } },
});
const router = createAppRouter(enterProject());
const root = document.getElementById("root");
if (!root) throw new Error("the page has no root");

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <ToastProvider>
        <KeysProvider>
          <CommandsProvider>
            <RouterProvider router={router} />
          </CommandsProvider>
        </KeysProvider>
      </ToastProvider>
    </QueryClientProvider>
  </StrictMode>,
);
