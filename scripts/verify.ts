/**
 * Runs every gate, then every test, and prints a last line "N passed, N failed, N skipped". Each gate counts
 * as one. A test that cannot run here is skipped with its reason, which is printed.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

const gates = ["check:format", "check:words", "check:lint", "check:types", "check:imports", "check:unused"];

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.enum(["passed", "failed", "skipped", "pending", "todo", "disabled"]),
          meta: z.object({ skipped: z.string().optional() }).loose().optional(),
        }),
      ),
    }),
  ),
});

const counts = { passed: 0, failed: 0, skipped: 0 };

for (const gate of gates) {
  const { status } = run("npm", ["run", "--silent", gate]);
  counts[status === 0 ? "passed" : "failed"]++;
  console.log(`${status === 0 ? "ok  " : "FAIL"} ${gate}`);
}

const folder = mkdtempSync(join(tmpdir(), "gaffe-verify-"));
const file = join(folder, "report.json");
const tests = run("npx", ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`]);
countTests(file, tests.status);
rmSync(folder, { recursive: true, force: true });

console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed === 0 ? 0 : 1;

function run(command: string, args: readonly string[]) {
  return spawnSync(command, args, { stdio: "inherit" });
}

function countTests(reportFile: string, status: number | null): void {
  const before = counts.failed;
  for (const suite of Report.parse(JSON.parse(readFileSync(reportFile, "utf8"))).testResults) {
    for (const test of suite.assertionResults) {
      if (test.status === "passed") counts.passed++;
      else if (test.status === "failed") counts.failed++;
      else {
        counts.skipped++;
        console.log(`skipped: ${test.fullName}`);
      }
    }
    if (suite.status === "failed" && suite.assertionResults.every((test) => test.status !== "failed")) {
      counts.failed++;
      console.log(`failed to run: ${suite.name} ${suite.message ?? ""}`);
    }
  }
  if (status !== 0 && counts.failed === before) counts.failed++;
}
