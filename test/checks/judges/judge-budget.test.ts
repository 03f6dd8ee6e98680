import { expect, test } from "vitest";
import { describeRecords } from "../../support/engines/record-backends.ts";
import { aJudge } from "../../support/providers/judge-models.ts";

describeRecords("the budget of judges", (backend) => {
  test("a judge that skipped checks on a day counts as exhausted on that day, once", async () => {
    await using records = await backend.open();
    const day = "2026-06-01";
    expect(await records.spend.exhausted(day)).toBe(0);
    await records.spend.reserve(aJudge({ id: "fine" }), day, 0.01);
    await records.spend.skip(aJudge({ id: "spent" }), day, 3);
    await records.spend.skip(aJudge({ id: "spent" }), day, 2);
    expect(await records.spend.exhausted(day)).toBe(1);
    expect(await records.spend.exhausted("2026-06-02")).toBe(0);
  });
});
