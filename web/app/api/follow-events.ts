import { aliveEvent, aliveSeconds } from "#contract/event-streams.ts";

const silentMilliseconds = 3 * aliveSeconds * 1000;
const reopenMilliseconds = 10_000;

/**
 * Follows a stream of events by their names until the returned function ends it. `onDown` hears that none come for now. A
 * browser connects again by itself where a stream ends, but neither after a refusal nor where a connection dies
 * without an end, as behind a router that forgot it: then the stream is opened anew here.
 */
export function followEvents(
  path: string,
  events: Record<string, (data: string) => void>,
  onDown: () => void,
): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout>;

  function reopenAfter(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      source.close();
      onDown();
      open();
    }, milliseconds);
  }
  const hear = () => reopenAfter(silentMilliseconds);

  function open(): void {
    source = new EventSource(path);
    hear();
    source.addEventListener(aliveEvent, hear);
    for (const [name, take] of Object.entries(events))
      source.addEventListener(name, ({ data }: MessageEvent<string>) => {
        hear();
        take(data);
      });
    source.addEventListener("error", () => {
      onDown();
      if (source.readyState === EventSource.CLOSED) reopenAfter(reopenMilliseconds);
    });
  }

  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
