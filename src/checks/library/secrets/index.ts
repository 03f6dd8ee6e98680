import type { CodeCheck } from "../../check.ts";
import { secretCanaryLeaked } from "./canary.ts";
import { secretEnvDump, secretHttpAuthHeader } from "./dumps.ts";
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
import { secretCryptoWalletKey } from "./wallet.ts";

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
