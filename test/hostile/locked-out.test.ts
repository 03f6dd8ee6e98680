import { expect, test } from "vitest";
import { startGuardedApi } from "./support/guarded-api.ts";
import { sendRaw } from "./support/raw-http.ts";

const email = "ann@example.org";
const password = "correct horse battery";

test("a stranger who tries passwords locks out themselves, not the owner of the account", async () => {
  await using api = await startGuardedApi();
  const made = await api.ask("POST", "/api/v1/sign-up", {
    token: "",
    body: { email, password, token: api.adminSecret },
  });
  expect(made.status).toBe(201);
  const signIn = (given: string, from: string) => {
    const body = JSON.stringify({ email, password: given });
    const headers = { "content-type": "application/json", "content-length": body.length };
    return sendRaw(api.port, { path: "/api/v1/sign-in", headers, body, from });
  };
  const stranger = [];
  for (let attempt = 0; attempt < 12; attempt++) {
    stranger.push((await signIn("wrong wrong wrong", "127.0.0.9")).status);
  }
  expect(stranger).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429]);
  // Not even the right password lets the stranger in.
  expect((await signIn(password, "127.0.0.9")).status).toBe(429);
  expect((await signIn(password, "127.0.0.1")).status).toBe(200);
});
