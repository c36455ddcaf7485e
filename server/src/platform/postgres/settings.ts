import type { Endpoint } from "#server/platform/postgres/endpoint.ts";

export type Settings = Record<string, string>;

/** Settings of the shop's own server. They are given at each start, so that a new release can change them. */
export const shopSettings: Settings = {
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  max_connections: "200",
  shared_buffers: "64MB",
  effective_cache_size: "512MB",
  min_wal_size: "80MB",
  max_wal_size: "512MB",
  random_page_cost: "1.1",
  jit: "off",
  io_method: "sync",
  // A parallel query takes shared memory, of which a container often has no more than 64 MB.
  max_parallel_workers_per_gather: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C",
  log_destination: "stderr",
  logging_collector: "off",
  log_checkpoints: "off",
  log_line_prefix: "",
  // The details of an error can hold personal data, and the shop logs its own failed statements.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  cluster_name: "thumbsmith",
};

export function settingsToArguments(settings: Settings, endpoint: Endpoint): string[] {
  const reached: Settings =
    endpoint.kind === "socket"
      ? {
          listen_addresses: "",
          unix_socket_directories: `"${endpoint.folder.replaceAll('"', '""')}"`,
          unix_socket_permissions: "0700",
          port: "5432",
        }
      : { listen_addresses: "127.0.0.1", unix_socket_directories: "", port: String(endpoint.port) };
  return Object.entries({ ...settings, ...reached }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
