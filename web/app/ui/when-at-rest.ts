/** Runs something when the browser has nothing more urgent to do. */
export function whenAtRest(run: () => void): void {
  // Safari has no idle callbacks.
  if (!globalThis.requestIdleCallback) return void setTimeout(run, 100);
  const look = (deadline: IdleDeadline) => {
    if (deadline.didTimeout || deadline.timeRemaining() > 20) run();
    else requestIdleCallback(look, { timeout: 3000 });
  };
  requestIdleCallback(look);
}
