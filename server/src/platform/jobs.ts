import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import type { Tx } from "#server/db/database.ts";
import { type Events, notify } from "./events.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Tracing } from "./tracing/spans.ts";

export interface Job {
  name: string;
  everySeconds: number;
  /** Of one that is due once an hour or less often: somebody waits for its first run, as an operator for the log's word. */
  atStart?: boolean;
  /** Answers true when more is due, and is then called again without a pause. */
  work(signal: AbortSignal): Promise<unknown>;
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
  /** When it was last done here, or else scheduled, in milliseconds since 1970. */
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
    help: "When this process last ran a job to its end, or began to see to it. The latest of all processes counts.",
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

  /** The lock lies on a connection of its own and goes with it, so a killed process leaves none behind. */
  async function runLocked(job: Scheduled): Promise<void> {
    // Whoever wakes it before its time has it begin at once.
    const { name } = job;
    const due = Math.min(job.dueAt, performance.now());
    try {
      const client = await pool.connect();
      let held = false;
      try {
        const { rows } = await client.query<{ held: boolean }>(
          `select pg_try_advisory_lock(${jobLock}) as held`,
          [name],
        );
        held = rows[0]?.held === true;
        if (!held) return;
        const began = performance.now();
        metrics.observe("thumbsmith_job_delay_seconds", { task: name }, (began - due) / 1000);
        await tracing.root(`job ${name}`, async () => {
          while (!stopping.signal.aborted && (await job.work(stopping.signal)) === true);
        });
        metrics.observe(
          "thumbsmith_job_duration_seconds",
          { task: name },
          (performance.now() - began) / 1000,
        );
        metrics.count("thumbsmith_job_runs_total", { task: name, result: "done" });
        job.doneAt = Date.now();
        await client.query(`select pg_advisory_unlock(${jobLock})`, [name]);
        held = false;
      } finally {
        client.release(held);
      }
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
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([
        Promise.allSettled(running),
        new Promise((resolve) => {
          timer = setTimeout(resolve, milliseconds);
        }),
      ]);
      clearTimeout(timer);
    },
  };
}
