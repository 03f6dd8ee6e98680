export { aiDisclosurePresent } from "./ai-disclosure-present.ts";
export { recordingConsentStated } from "./recording-consent-stated.ts";
