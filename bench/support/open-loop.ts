/** One request's end: its status, 0 where the connection broke, and the milliseconds from when it was due. */
export interface Outcome {
  status: number;
  time: number;
}

/** Sends so many requests a second by the clock, and waits for the last answer. */
export async function openLoop(
  rate: number,
  milliseconds: number,
  next: () => Promise<number>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const under: Promise<void>[] = [];
  const begin = performance.now();
  const total = Math.floor((rate * milliseconds) / 1000);
  const one = async (due: number) => {
    const status = await next().catch(() => 0);
    outcomes.push({ status, time: performance.now() - due });
  };
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - begin) * rate) / 1000));
    for (; sent < due; sent += 1) under.push(one(begin + (sent * 1000) / rate));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await Promise.all(under);
  return outcomes;
}
