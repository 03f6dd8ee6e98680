export { secretCanaryLeaked } from "./secret-canary-leaked.ts";
export { secretCryptoWalletKey } from "./secret-crypto-wallet-key.ts";
export { secretEnvDump } from "./secret-env-dump.ts";
export { secretHttpAuthHeader } from "./secret-http-auth-header.ts";
export {
  secretAiProviderKey,
  secretCloudCredentials,
  secretConnectionString,
  secretGenericHighEntropy,
  secretJwt,
  secretMessagingToken,
  secretPaymentKey,
  secretPrivateKey,
  secretSaasToken,
  secretVcsCiToken,
} from "./secrets.ts";
