/** A label whose values are not listed here. */
const unlisted = null;

/**
 * What is measured. Labels are few and take few values, which the shop itself names: never an address, an id or
 * anything of a person, so that neither memory nor what Prometheus keeps grows with visitors. A job's name is the label
 * `task`, as `job` is Prometheus's own. A counter whose labels all have their values listed is there from the start, at 0:
 * of one that appears at 1 Prometheus sees no increase, and an alert would wait for the second time.
 */
export const counters = {
  thumbsmith_http_requests_total: {
    help: "Requests that were answered, by call and status, and the error's code from 500 on; those of a page's own rendering are not counted.",
    labels: { call: unlisted, status: unlisted, code: unlisted },
  },
  thumbsmith_generations_total: {
    help: "Runs by what became of them: started, done or failed, and why.",
    labels: { stage: unlisted, reason: unlisted },
  },
  thumbsmith_payments_total: {
    help: "What was learnt of payments, by outcome and by whom: buyer, webhook, reconciler or admin. Paid: once an order.",
    labels: {
      outcome: ["paid", "pending", "not-approved", "ended", "declined", "refused", "unknown", "mismatch"],
      source: ["buyer", "admin", "webhook", "reconciler", ""],
    },
  },
  thumbsmith_mails_total: {
    help: "Mails that were handed over (sent), put off (retried) or given up (failed).",
    labels: { result: ["sent", "retried", "failed"] },
  },
  thumbsmith_webhooks_total: {
    help: "Tries to deliver a message to a member's address: taken (delivered), put off (retried) or given up (failed).",
    labels: { result: ["delivered", "retried", "failed"] },
  },
  thumbsmith_spelling_checks_total: {
    help: "Calls to the text model for what a picture says: it matches the title, differs, came to nothing (none), or is asked again (retried).",
    labels: { result: ["matches", "differs", "none", "retried"] },
  },
  thumbsmith_files_failed_total: {
    help: "Calls of the file store that failed, by what was asked: put, get, remove or removeDrafts. A file that is not there is none.",
    labels: { operation: ["put", "get", "remove", "removeDrafts"] },
  },
  thumbsmith_job_runs_total: {
    help: "Runs of a job in this process, by how they ended: done or failed.",
    labels: { task: unlisted, result: ["done", "failed"] },
  },
} as const satisfies Record<string, { help: string; labels: Record<string, readonly string[] | null> }>;

export const histograms = {
  thumbsmith_http_request_duration_seconds: {
    help: "From a request's headers to the last byte of its answer; without event streams.",
    labels: ["call"],
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
  },
  thumbsmith_generation_duration_seconds: {
    help: "From the button to both pictures, or to the failure.",
    labels: ["stage"],
    buckets: [2, 5, 10, 20, 30, 45, 60, 90, 150],
  },
  thumbsmith_job_duration_seconds: {
    help: "How long a run of a job took.",
    labels: ["task"],
    buckets: [0.01, 0.1, 1, 10, 60],
  },
  thumbsmith_job_delay_seconds: {
    help: "How much later than due a job began in this process.",
    labels: ["task"],
    buckets: [0.1, 1, 5, 30, 120],
  },
} as const;

type Counters = typeof counters;
type Counted<Labels> = {
  [Label in keyof Labels]: Labels[Label] extends readonly string[] ? Labels[Label][number] : string | number;
};
type Histograms = typeof histograms;
type Observed<Labels extends readonly string[]> = Record<Labels[number], string | number>;

/** Values of one moment, by one label, read anew each time the metrics are. One that can't be read has no values. */
export interface Gauges {
  help: string;
  /** Absent where there is but one value, whose key is then empty; it is 0 where it can't be read. */
  label?: string;
  read(): Promise<Record<string, number>> | Record<string, number>;
}

/** What counts, and answers what was counted. */
export interface Recorder {
  count<Name extends keyof Counters>(name: Name, labels: Counted<Counters[Name]["labels"]>): void;
  observe<Name extends keyof Histograms>(
    name: Name,
    labels: Observed<Histograms[Name]["labels"]>,
    seconds: number,
  ): void;
  gauges(name: string, gauges: Gauges): void;
  /** Everything as text, https://prometheus.io/docs/instrumenting/exposition_formats/. */
  read(): Promise<{ type: string; text: string }>;
}
