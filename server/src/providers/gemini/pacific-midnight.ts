const clock = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/Los_Angeles",
  hourCycle: "h23",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
});
const hour = 3_600_000;

/** When the next day begins in Pacific time, which is when Google renews a per-day quota. */
export function nextPacificMidnight(now: Date): Date {
  const { hours, minutes, seconds } = pacificTime(now);
  const untilMidnight = 24 * hour - ((hours * 60 + minutes) * 60 + seconds) * 1000 - now.getMilliseconds();
  const guess = new Date(now.getTime() + untilMidnight);
  // On the two days when the clocks change, the guess is an hour off.
  const landed = pacificTime(guess).hours;
  if (landed === 23) return new Date(guess.getTime() + hour);
  if (landed === 1) return new Date(guess.getTime() - hour);
  return guess;
}

function pacificTime(moment: Date): { hours: number; minutes: number; seconds: number } {
  const parts = Object.fromEntries(
    clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  );
  return { hours: parts.hour!, minutes: parts.minute!, seconds: parts.second! };
}
