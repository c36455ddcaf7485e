import { setTimeout as pause } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import type { Tx } from "#server/db/database.ts";
import { limitConcurrency, settledWithin } from "./concurrency.ts";
import { type Events, notify } from "./events.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Tracing } from "./tracing/spans.ts";

export interface Job {
  name: string;
  everySeconds: number;
  /** Of one that is due once an hour or less often: somebody waits for its first run, as an operator for the log's word. */
  atStart?: boolean;
  /**
   * Answers true when more is due, and is then called again without a pause. What may go on for long says so at each piece
   * that is done, so that it is not taken for one that hangs.
   */
  work(signal: AbortSignal, pieceDone: () => void): Promise<unknown>;
}

/**
 * Recurring work over rows that lie due in PostgreSQL (mails, payments to check, memberships to end). The rows
 * are the queue; this only decides when and where they are looked at: in every process, one at a time.
 */
export interface Jobs {
  /**
   * Runs a job now, then every so often, and when woken. Over all processes at most one runs it at a moment. First runs
   * follow one another, so that a shop that starts leaves the pool's connections to its callers; one that is due once an
   * hour or less often runs a minute later; one that is put off, after its usual time or when woken. Resolves once it ran
   * for the first time, or is put off.
   */
  schedule(job: Job, options?: { isPutOff?: boolean }): Promise<void>;
  /** Has the named work looked at now, in whichever process gets to it. */
  wake(name: string): void;
  /** Waits for what is running, at most `milliseconds`. */
  stop(milliseconds: number): Promise<void>;
}

interface Scheduled extends Job {
  timer: NodeJS.Timeout | null;
  running: Promise<void> | null;
  again: boolean;
  /** When it is to begin, of performance.now(). */
  dueAt: number;
  /** When it, or a piece of it, was last done here, or else scheduled, in milliseconds since 1970. */
  doneAt: number;
}

/** Nobody waits for the first run of what is due so seldom, in seconds; it is put off by so many milliseconds. */
const seldom = { everySeconds: 3600, firstAfterMs: 60_000 };

/** What a first run keeps the next one waiting for at most, such as mails that a slow server takes. */
const longestWaitMs = 500;

const batch = 500;
/** So many at the same time are no single ones any more: then the store, or whoever is asked, is away. */
const mostFailed = 10_000;

/**
 * Works off what `find` answers, a batch at a time, until nothing is left. One that fails, such as a file that can't be
 * removed, is passed over until the next round and stops no other. `work` has to take its row out of what is found.
 * Throws where all have failed: the job is not done then, which is counted and, if it lasts, wakes somebody.
 */
export async function workOff<Row extends { id: string }>(
  log: Log,
  find: (except: string[], limit: number) => Promise<Row[]>,
  work: (row: Row) => Promise<unknown>,
): Promise<void> {
  const failed: string[] = [];
  let done = 0;
  let last: unknown;
  for (
    let rows: Row[] | null = null;
    rows === null || (rows.length === batch && failed.length < mostFailed);
  ) {
    rows = await find(failed, batch);
    for (const row of rows) {
      try {
        await work(row);
        done += 1;
      } catch (error) {
        last = error;
        failed.push(row.id);
      }
    }
  }
  if (failed.length === 0) return;
  if (done === 0) throw new Error(`each of ${failed.length} failed, and is tried again`, { cause: last });
  log.warn({ err: last, failed: failed.length }, "some of a job's work failed, and is tried again");
}

/** Has the named work looked at as soon as the transaction has committed, in whichever process gets to it. */
export async function wakeJob(tx: Tx, name: string): Promise<void> {
  await notify(tx, topicOf(name));
}

const topicOf = (name: string) => `job:${name}`;

/** The lock that a process holds while it runs a job; $1 is the job's name. */
export const jobLock = "hashtextextended('job:' || $1, 7)";

/**
 * The locks of all jobs that run lie on one connection, as long as there is one: with one each, jobs that come due together
 * would use up the pool that their work waits for. It goes with the process, so that a killed one leaves none behind.
 */
function createLockSession(pool: Pool) {
  type Session = {
    client: Promise<PoolClient>;
    users: number;
    isLost: boolean;
    lose: () => void;
    /** A connection takes one question at a time. */
    inTurn: ReturnType<typeof limitConcurrency>;
  };
  let session: Session | null = null;

  function open(): Session {
    const client = pool.connect();
    const opened: Session = { client, users: 0, isLost: false, lose, inTurn: limitConcurrency(1) };
    function lose() {
      opened.isLost = true;
      if (session === opened) session = null;
    }
    client.then((made) => made.once("end", lose), lose);
    return opened;
  }

  /** Let go of by the last that used it. */
  async function leave(used: Session): Promise<void> {
    used.users -= 1;
    if (used.users > 0) return;
    if (session === used) session = null;
    const client = await used.client.catch(() => null);
    client?.removeListener("end", used.lose);
    client?.release(used.isLost);
  }

  return {
    /** Does the work, unless this job's is done by another process at the moment. */
    async run(name: string, work: () => Promise<void>): Promise<void> {
      session ??= open();
      const used = session;
      used.users += 1;
      const ask = (step: "pg_try_advisory_lock" | "pg_advisory_unlock") =>
        used.inTurn(async () => {
          try {
            const client = await used.client;
            const { rows } = await client.query<{ done: boolean }>(`select ${step}(${jobLock}) as done`, [
              name,
            ]);
            return rows[0]?.done === true;
          } catch (error) {
            used.lose();
            throw error;
          }
        });
      try {
        if (!(await ask("pg_try_advisory_lock"))) return;
        await work().finally(() => ask("pg_advisory_unlock"));
      } finally {
        await leave(used);
      }
    },
  };
}

export function createJobs(
  pool: Pool,
  events: Events,
  { log, metrics, tracing }: { log: Log; metrics: Metrics; tracing: Tracing },
): Jobs {
  const jobs = new Map<string, Scheduled>();
  const stopping = new AbortController();
  let firstRuns: Promise<unknown> = Promise.resolve();
  const ofEach = (value: (job: Scheduled) => number) => () =>
    Object.fromEntries([...jobs.values()].map((job) => [job.name, value(job)]));
  metrics.gauges("thumbsmith_job_last_done_timestamp_seconds", {
    help: "When this process last did a job or a piece of it, or began to see to it. The latest of all processes counts.",
    label: "task",
    read: ofEach(({ doneAt }) => doneAt / 1000),
  });
  metrics.gauges("thumbsmith_job_period_seconds", {
    help: "How often a job is run.",
    label: "task",
    read: ofEach(({ everySeconds }) => everySeconds),
  });

  function start(job: Scheduled): void {
    if (stopping.signal.aborted) return;
    if (job.running) {
      if (!job.again) job.dueAt = performance.now();
      job.again = true;
      return;
    }
    if (job.timer) clearTimeout(job.timer);
    job.again = false;
    job.running = runLocked(job).finally(() => {
      job.running = null;
      if (stopping.signal.aborted) return;
      plan(job, job.again ? 0 : job.everySeconds * 1000);
    });
  }

  function plan(job: Scheduled, pauseMs: number): void {
    if (!job.again) job.dueAt = performance.now() + pauseMs;
    job.timer = setTimeout(() => start(job), pauseMs);
    if (!job.again) job.timer.unref();
  }

  const locks = createLockSession(pool);

  async function runLocked(job: Scheduled): Promise<void> {
    // Whoever wakes it before its time has it begin at once.
    const { name } = job;
    const due = Math.min(job.dueAt, performance.now());
    const pieceDone = () => {
      job.doneAt = Date.now();
    };
    try {
      await locks.run(name, async () => {
        const began = performance.now();
        metrics.observe("thumbsmith_job_delay_seconds", { task: name }, (began - due) / 1000);
        await tracing.root(`job ${name}`, async () => {
          while (!stopping.signal.aborted && (await job.work(stopping.signal, pieceDone)) === true)
            pieceDone();
        });
        metrics.observe(
          "thumbsmith_job_duration_seconds",
          { task: name },
          (performance.now() - began) / 1000,
        );
        metrics.count("thumbsmith_job_runs_total", { task: name, result: "done" });
        pieceDone();
      });
    } catch (error) {
      if (stopping.signal.aborted) return;
      metrics.count("thumbsmith_job_runs_total", { task: name, result: "failed" });
      log.error({ err: error, job: name }, "a job failed");
    }
  }

  return {
    schedule(job, { isPutOff = false } = {}) {
      const scheduled: Scheduled = {
        ...job,
        timer: null,
        running: null,
        again: false,
        dueAt: performance.now(),
        doneAt: Date.now(),
      };
      jobs.set(job.name, scheduled);
      events.subscribe(topicOf(job.name), () => start(scheduled));
      const isSeldom = job.everySeconds >= seldom.everySeconds && !job.atStart;
      if (isPutOff || isSeldom) {
        plan(scheduled, isSeldom ? seldom.firstAfterMs : job.everySeconds * 1000);
        return Promise.resolve();
      }
      const started = firstRuns.then(() => start(scheduled));
      firstRuns = started.then(() =>
        Promise.race([scheduled.running, pause(longestWaitMs, undefined, { ref: false })]),
      );
      return started.then(() => scheduled.running ?? undefined);
    },
    wake(name) {
      const job = jobs.get(name);
      if (job) start(job);
    },
    async stop(milliseconds) {
      stopping.abort();
      const running = [...jobs.values()].map((job) => {
        if (job.timer) clearTimeout(job.timer);
        return job.running;
      });
      await settledWithin(running, milliseconds);
    },
  };
}
