import { defineCheck, scored, within, z } from "../definition.ts";
import { minorFormat } from "./shared-properties.ts";

const gsm7 = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà\f^{}\\[~\]|€]*$/;

export const smsLength = defineCheck({
  ...minorFormat,
  tier: 3,
  name: "sms_length",
  title: "SMS segments",
  description:
    "Segments that the answer takes as an SMS: 160 characters of GSM-7 (153 in several), signs of its extension counting two, else 70 (67) of UCS-2.",
  output: scored("segments; pass ≤ 1", "lower"),
  source: "3GPP TS 23.038",
  options: z.strictObject({ max: z.int().positive().default(1) }),
  evaluate: (subject, { max }) => {
    const text = subject.text("output").trimmed;
    const isGsm = gsm7.test(text);
    const length = text.length + (isGsm ? (text.match(/[\f^{}\\[~\]|€]/g)?.length ?? 0) : 0);
    const [single, several] = isGsm ? [160, 153] : [70, 67];
    return within(
      length <= single ? 1 : Math.ceil(length / several),
      { max },
      `segments of ${isGsm ? "GSM-7" : "UCS-2"}`,
    );
  },
});
