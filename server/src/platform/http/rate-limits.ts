import type { FastifyRequest } from "fastify";
import type { Pool } from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { RateLimit } from "#contract/call.ts";
import { failure } from "#server/platform/failure.ts";
import { addressKey } from "./client-address.ts";

export interface RateLimits {
  /** How many uses of a window it lets through. */
  mostOf(limit: RateLimit): number;
  /** Counts one use; throws 429 with Retry-After when the allowance is used up. */
  use(limit: RateLimit, key: string, message?: string): Promise<void>;
  /** Counts one use, and tells what is left; also when that is nothing. */
  take(limit: RateLimit, key: string): Promise<Allowance>;
  /** Whether the allowance is used up; counts nothing. */
  isUsedUp(limit: RateLimit, key: string): Promise<boolean>;
  /** Takes one counted use back. */
  giveBack(limit: RateLimit, key: string): Promise<void>;
  /** Forgets what was counted, after a success. */
  reset(limit: RateLimit, key: string): Promise<void>;
}

export interface Allowance {
  /** This use was one too many. */
  isUsedUp: boolean;
  /** Of one window. */
  max: number;
  left: number;
  resetSeconds: number;
}

type Limiter = RateLimiterMemory | RateLimiterPostgres;

/**
 * Allowances that matter (sign-in, reset, contact) are counted in PostgreSQL, so that they hold over several
 * processes; the general one in memory, since it only keeps a single client from crowding out the others.
 * A stricter limit that is met in the database's absence falls back to memory rather than letting all through.
 */
export function createRateLimits(pool: Pool, factor: number): RateLimits {
  const limiters = new Map<string, Limiter>();
  const mostOf = ({ exact, max }: RateLimit) => (exact ? max : Math.max(1, Math.floor(max * factor)));

  function limiterOf(limit: RateLimit): Limiter {
    // A limit that is a setting may change; what was counted under its name stays.
    const key = `${limit.name} ${limit.max}`;
    const found = limiters.get(key);
    if (found) return found;
    const options = {
      keyPrefix: limit.name,
      points: mostOf(limit),
      duration: limit.windowSeconds,
    };
    const memory = new RateLimiterMemory(options);
    const made =
      limit.name === generalLimit.name
        ? memory
        : new RateLimiterPostgres({
            ...options,
            storeClient: pool,
            storeType: "pool",
            tableName: "rate_limits",
            tableCreated: true,
            clearExpiredByTimeout: false,
            insuranceLimiter: memory,
          });
    limiters.set(key, made);
    return made;
  }

  return {
    mostOf,
    async use(limit, key, message) {
      try {
        await limiterOf(limit).consume(key);
      } catch (error) {
        throw tooMany(error, message);
      }
    },
    async take(limit, key) {
      const limiter = limiterOf(limit);
      const state = await limiter.consume(key).catch((error: unknown) => {
        if (error instanceof RateLimiterRes) return error;
        throw error;
      });
      const left = Math.max(0, state.remainingPoints);
      const isUsedUp = state.consumedPoints > limiter.points;
      return { isUsedUp, max: limiter.points, left, resetSeconds: secondsUntil(state) };
    },
    async isUsedUp(limit, key) {
      const limiter = limiterOf(limit);
      const state = await limiter.get(key);
      return state !== null && state.consumedPoints >= limiter.points;
    },
    async giveBack(limit, key) {
      await limiterOf(limit).reward(key);
    },
    async reset(limit, key) {
      await limiterOf(limit).delete(key);
    },
  };
}

export const generalLimit = { name: "general", max: 1200, windowSeconds: 60, by: "user" } as const;

/** Counts a call, or the view of a page, against the one who makes it. */
export function countRequest(
  limits: RateLimits,
  viewer: { id: string } | null,
  request: FastifyRequest,
): Promise<void> {
  return limits.use(generalLimit, viewer?.id ?? addressKey(request));
}

function tooMany(error: unknown, message: string | undefined): unknown {
  if (!(error instanceof RateLimiterRes)) return error;
  return failure("TOO_MANY_REQUESTS", message, {
    retryAfter: secondsUntil(error),
  });
}

const secondsUntil = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));
