/** Runs one of the shop's commands. Whatever ends it is one sentence and a status of 1, and Ctrl+C ends what it started. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  process.once("SIGINT", () => process.exit(130));
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
