import { AsyncLocalStorage } from "node:async_hooks";
import type { Config } from "#server/config.ts";

type Identity = Pick<Config, "identityApiUrl" | "identityTimeoutMs">;

const signIns = new AsyncLocalStorage<{ config: Identity; signal: AbortSignal }>();

/**
 * The library asks the other services with the process's fetch, and has an option neither for their addresses nor for
 * an end of its patience. What it asks for while `work` runs goes to the configured address, and ends in time.
 */
export function withFederatedFetch<T>(config: Identity, work: () => Promise<T>): Promise<T> {
  return signIns.run({ config, signal: AbortSignal.timeout(config.identityTimeoutMs) }, work);
}

/** The same path at IDENTITY_API_URL, where that is set: `<base>/github.com/login/oauth/authorize`. */
export function federatedAddress(
  { identityApiUrl }: Pick<Config, "identityApiUrl">,
  address: string,
): string {
  return identityApiUrl ? address.replace(/^https:\//, identityApiUrl) : address;
}

const processFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const signIn = signIns.getStore();
  if (!signIn || input instanceof Request) return processFetch(input, init);
  const signal = AbortSignal.any([signIn.signal, ...(init?.signal ? [init.signal] : [])]);
  return processFetch(federatedAddress(signIn.config, String(input)), { ...init, signal });
};
