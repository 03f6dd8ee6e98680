import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readOrMakeKey } from "../../src/platform/crypto/key-file.ts";
import { createSealedBox, isSealed } from "../../src/platform/crypto/sealed-box.ts";

const older = "the older key of the two, 32 letters";
const newer = "the newer key of the two, 32 letters";

describe("a sealed box", () => {
  const box = createSealedBox([newer, older]);

  test("opens what it sealed, for what it was sealed for", () => {
    const sealed = box.seal("xoxb-secret é", "channel global c1");
    expect(sealed).not.toContain("secret");
    expect(isSealed(sealed)).toBe(true);
    expect(box.open(sealed, "channel global c1")).toBe("xoxb-secret é");
    expect(() => box.open(sealed, "channel global c2")).toThrow(/sealed for something else/);
  });

  test("seals the same text differently each time, an empty one too", () => {
    expect(box.seal("", "a")).not.toBe(box.seal("", "a"));
    expect(box.open(box.seal("", "a"), "a")).toBe("");
  });

  test("opens text sealed with an older key and reports that it is not fresh", () => {
    const sealed = createSealedBox([older]).seal("secret", "a");
    expect(box.open(sealed, "a")).toBe("secret");
    expect(box.isFresh(sealed)).toBe(false);
    expect(box.isFresh(box.seal("secret", "a"))).toBe(true);
  });

  test("does not open text of another key, changed text, or plain text", () => {
    const sealed = createSealedBox([newer]).seal("secret", "a");
    expect(() => createSealedBox([older]).open(sealed, "a")).toThrow(/a key that is not known/);
    const changed = sealed.slice(0, -2) + (sealed.endsWith("AA") ? "BB" : "AA");
    expect(() => box.open(changed, "a")).toThrow(/changed/);
    expect(() => box.open("secret", "a")).toThrow();
    expect(isSealed("secret")).toBe(false);
  });
});

test("a key file is made once, for its owner alone, and one without a key is not overwritten", () => {
  const folder = mkdtempSync(join(tmpdir(), "gaffe-key-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "data", "secret.key");
  const key = readOrMakeKey(file);
  expect(readOrMakeKey(file)).toBe(key);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, "\n");
  expect(() => readOrMakeKey(file)).toThrow(/holds no key/);
});
