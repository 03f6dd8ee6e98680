import type { CodeCheck } from "../../check.ts";
import { secretCanaryLeaked } from "./secret-canary-leaked.ts";
import { secretCryptoWalletKey } from "./secret-crypto-wallet-key.ts";
import { secretEnvDump } from "./secret-env-dump.ts";
import { secretHttpAuthHeader } from "./secret-http-auth-header.ts";
import {
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

export const secretsChecks: readonly CodeCheck[] = [
  secretCloudCredentials,
  secretAiProviderKey,
  secretVcsCiToken,
  secretPaymentKey,
  secretMessagingToken,
  secretSaasToken,
  secretPrivateKey,
  secretJwt,
  secretConnectionString,
  secretGenericHighEntropy,
  secretCanaryLeaked,
  secretEnvDump,
  secretHttpAuthHeader,
  secretCryptoWalletKey,
];
