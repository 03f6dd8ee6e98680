import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { describe, expect, test } from "vitest";
import { isMissing, pathOf, reason } from "../../support/clients/tool-cache.ts";
import { installInstrumentation } from "./support/apps.ts";

const tool = await installInstrumentation();

describe.skipIf(isMissing(tool))(`the published package${reason(tool)}`, () => {
  test("has nothing that publint complains of", async () => {
    const { messages } = await publint({
      pkgDir: join(pathOf(tool), "node_modules/@gaffe/instrumentation"),
      pack: false,
    });
    expect(messages).toEqual([]);
  });

  test("has types that are right for import and for require", async () => {
    const tarball = readdirSync(pathOf(tool)).find((file) => file.endsWith(".tgz")) ?? "";
    const analysis = await checkPackage(createPackageFromTarballData(readFileSync(join(pathOf(tool), tarball))));
    const problems = "problems" in analysis ? analysis.problems : ["no types"];
    // `node10` resolves without `exports`, as before Node 12.
    expect(
      problems.filter(
        (one) => typeof one === "string" || !("resolutionKind" in one) || one.resolutionKind !== "node10",
      ),
    ).toEqual([]);
  });
});
