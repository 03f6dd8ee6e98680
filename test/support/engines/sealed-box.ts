import { createSealedBox } from "../../../src/platform/crypto/sealed-box.ts";

/** The box that tests keep secrets in. */
export const testBox = createSealedBox(["a key of the tests, long enough to be one"]);
