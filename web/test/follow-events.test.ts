import { expect, onTestFinished, test, vi } from "vitest";
import { aliveEvent, aliveSeconds } from "#contract/event-streams.ts";
import { followEvents } from "#web/api/follow-events.ts";

/** A browser's end of a stream, to which the test sends. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 1;
  close() {
    this.readyState = Source.CLOSED;
  }
  send(name: string, data = "{}") {
    this.dispatchEvent(new MessageEvent(name, { data }));
  }
}

function follow() {
  vi.useFakeTimers();
  const opened: Source[] = [];
  const Opened = class extends Source {
    constructor() {
      super();
      opened.push(this);
    }
  };
  vi.stubGlobal("EventSource", Opened);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const [message, onDown] = [vi.fn(), vi.fn()];
  return { opened, message, onDown, stop: followEvents("/events", { message }, onDown) };
}

const interval = aliveSeconds * 1000;

test("a stream that dies without an end is noticed after three intervals, and opened anew", () => {
  const { opened, message, onDown, stop } = follow();
  for (let beat = 0; beat < 5; beat += 1) {
    vi.advanceTimersByTime(2 * interval);
    opened[0]!.send(beat === 2 ? "message" : aliveEvent, "news");
  }
  expect(message.mock.calls).toEqual([["news"]]);
  expect([opened.length, onDown.mock.calls.length]).toEqual([1, 0]);
  vi.advanceTimersByTime(3 * interval);
  expect([opened.length, onDown.mock.calls.length]).toEqual([2, 1]);
  expect(opened[0]!.readyState).toBe(Source.CLOSED);
  opened[1]!.send("message", "more");
  expect(message).toHaveBeenLastCalledWith("more");
  stop();
  vi.advanceTimersByTime(9 * interval);
  expect([opened.length, opened[1]!.readyState]).toEqual([2, Source.CLOSED]);
});

test("a refused stream is opened anew, and one that the browser connects again by itself is left to it", () => {
  const { opened, onDown } = follow();
  opened[0]!.send("error");
  vi.advanceTimersByTime(interval);
  expect([opened.length, onDown.mock.calls.length]).toEqual([1, 1]);
  opened[0]!.close();
  opened[0]!.send("error");
  vi.advanceTimersByTime(interval);
  expect(opened.length).toBe(2);
});
