import { createHash, randomBytes } from "node:crypto";

/** Who the person says to be on the consent page. One `login` is one account of a provider. */
export interface Person {
  login: string;
  name: string;
  /** Empty: the account has none, or the person does not share it. */
  email: string;
  emailVerified: boolean;
}

/** What the person is asked to agree to. */
export interface AuthorizationRequest {
  clientId: string;
  redirectUri: string;
  scopes: string[];
  state: string | undefined;
  challenge: string | undefined;
  /** Of Google alone: what it is asked for beside the scopes. */
  google?: { offline: boolean; asksAnew: boolean; keepsGranted: boolean };
}

/** What a code or an access token stands for. */
export interface Grant extends AuthorizationRequest {
  person: Person;
  /** What the person chose on the page, where it offers something to choose from. */
  choice?: string | undefined;
}

/** A form's or a query's fields; one that is sent twice is refused, as RFC 6749 section 3.1 asks. */
export type Fields = Record<string, string | undefined>;

export const random = (bytes = 24): string => randomBytes(bytes).toString("base64url");

/** A number that stays the same for one account, as providers name their accounts. */
export function subjectOf(provider: string, { login }: Person, digits: number): string {
  const hash = createHash("sha256").update(`${provider}:${login}`).digest("hex");
  return `1${BigInt(`0x${hash}`)}`.slice(0, digits);
}

/** RFC 7636, section 4.6. Only S256 is spoken here. */
export function fitsChallenge(challenge: string, verifier: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  return createHash("sha256").update(verifier).digest("base64url") === challenge;
}

/** Values that end by themselves; `take` answers one once. */
export class Expiring<T> {
  readonly #kept = new Map<string, { value: T; until: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  put(value: T, seconds: number, key = random()): string {
    this.#kept.set(key, { value, until: this.#now() + seconds * 1000 });
    return key;
  }

  get(key: string | undefined): T | null {
    const found = key === undefined ? undefined : this.#kept.get(key);
    return found && found.until > this.#now() ? found.value : null;
  }

  take(key: string | undefined): T | null {
    const value = this.get(key);
    if (key !== undefined) this.#kept.delete(key);
    return value;
  }

  dropWhere(isGone: (value: T) => boolean): void {
    for (const [key, { value }] of this.#kept) if (isGone(value)) this.#kept.delete(key);
  }
}
