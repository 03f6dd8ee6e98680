import { createSealedBox } from "../../../src/platform/crypto/sealed-box.ts";

/** Encrypts the secrets of tests. */
export const testBox = createSealedBox(["a key of the tests, long enough to be one"]);
