import { expect, test } from "vitest";
import { takePort } from "../../src/app/http-entry-point.ts";

test("while the service starts, its process lives and is not ready", async () => {
  const httpEntryPoint = await takePort("127.0.0.1", 0, {
    connections: { total: 100, perAddress: 100 },
    emit: () => undefined,
  });
  try {
    const at = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${httpEntryPoint.port}${path}`);
      return [answer.status, await answer.json()];
    };
    expect(await at("/healthz")).toEqual([200, { status: "ok" }]);
    expect(await at("/readyz")).toEqual([503, { status: "starting", reason: "starting" }]);
    expect(await at("/v1/traces")).toEqual([503, { status: "starting", reason: "starting" }]);
  } finally {
    await httpEntryPoint.close(100);
  }
});
