import { expect, test } from "vitest";
import {
  diffConversation,
  type SentEntry,
  type StoredEntry,
} from "#server/features/support/tickets/diff-conversation.ts";

const context = { ticketId: "t1", authorId: "a1", changesElse: false };
const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 0, minute));
const stands = (message: string, minute: number, sender: "admin" | "user" = "user"): StoredEntry => ({
  id: `id-${message}-${minute}`,
  message,
  sender,
  createdAt: at(minute),
});
const sent = (message: string, timestamp?: unknown, sender: "admin" | "user" = "user"): SentEntry =>
  timestamp === undefined ? { message, sender } : { message, sender, timestamp };

/** The list as the server showed it. */
const shown = (entries: StoredEntry[]) =>
  entries.map(({ message, sender, createdAt }) => ({ message, sender, timestamp: createdAt.toISOString() }));

const conversation = [stands("one", 1), stands("two", 2, "admin"), stands("three", 3)];
const read = (list: SentEntry[], standing = conversation, changes: Partial<typeof context> = {}) =>
  diffConversation(list, standing, { ...context, ...changes });

test("an empty list adds nothing", () => {
  expect(read([])).toEqual({ kind: "none" });
  expect(read([], [])).toEqual({ kind: "none" });
});

test("one entry behind all that stands is new, and its author had seen the rest", () => {
  const entry = sent("four", "2030-01-01T01:00:00Z");
  expect(read([...shown(conversation), entry])).toMatchObject({ kind: "new", entry, upToDate: true });
  expect(read([entry], [])).toMatchObject({ kind: "new", entry, upToDate: true });
});

test("one entry behind the beginning of what stands is new, and its author had not seen the rest", () => {
  const entry = sent("four", "2030-01-01T01:00:00Z");
  expect(read([...shown(conversation.slice(0, 2)), entry])).toMatchObject({ kind: "new", upToDate: false });
  expect(read([entry])).toMatchObject({ kind: "new", upToDate: false });
});

test("the echo of what was read adds nothing, whole or in part", () => {
  for (let length = 1; length <= 3; length += 1)
    expect(read(shown(conversation.slice(0, length)))).toEqual({ kind: "none" });
  const inNumbers = conversation.map(({ message, sender, createdAt }) =>
    sent(message, createdAt.getTime(), sender),
  );
  expect(read(inNumbers)).toEqual({ kind: "none" });
});

test("a list that drops, changes or adds more than one conflicts", () => {
  const [one, two, three] = shown(conversation);
  expect(read([two!, three!, sent("four")])).toEqual({ kind: "conflict" });
  expect(read([one!, { ...two!, message: "changed" }, three!])).toEqual({ kind: "conflict" });
  expect(read([one!, { ...two!, sender: "user" }, three!])).toEqual({ kind: "conflict" });
  expect(read([one!, two!, three!, sent("four"), sent("five")])).toEqual({ kind: "conflict" });
  expect(read([sent("four"), sent("five")], [])).toEqual({ kind: "conflict" });
});

test("a changed last entry is a new one, written without having seen the one that stands there", () => {
  const [one, two] = shown(conversation);
  expect(read([one!, two!, sent("other words", "x")])).toMatchObject({ kind: "new", upToDate: false });
  expect(read([one!, two!, sent("three", "x", "admin")])).toMatchObject({ kind: "new", upToDate: false });
});

test("the same words at another time are a message of their own", () => {
  const again = [...shown(conversation.slice(0, 2)), sent("three", "2030-01-01T02:00:00Z")];
  expect(read(again)).toMatchObject({ kind: "new", upToDate: true });
  expect(read(again, conversation, { changesElse: true })).toMatchObject({ kind: "new" });
});

test("the same words without a time are an echo only where the call changes something else", () => {
  const again = [...shown(conversation.slice(0, 2)), sent("three")];
  expect(read(again, conversation, { changesElse: true })).toEqual({ kind: "none" });
  expect(read(again)).toMatchObject({ kind: "new" });
  expect(read([...shown(conversation.slice(0, 2)), sent("three", { odd: 1 })])).toMatchObject({
    kind: "new",
  });
});

test("a repeated request finds its own first message, wherever that stands by now", () => {
  const entry = sent("four", "2030-01-01T01:00:00Z");
  const first = read([...shown(conversation), entry]);
  if (first.kind !== "new") throw new Error("not new");
  const own = { ...stands("four", 9), id: first.id };
  expect(read([...shown(conversation), entry], [...conversation, own])).toEqual({ kind: "none" });
  const others = [...conversation, stands("five", 8, "admin"), own];
  expect(read([...shown(conversation), entry], others)).toEqual({ kind: "none" });
});

test("an id is of the ticket, the author, the side, the words and the client's time, and never another's", () => {
  const idOf = (entry: SentEntry, changes: Partial<typeof context> = {}, standing: StoredEntry[] = []) => {
    const reading = read([...shown(standing), entry], standing, changes);
    if (reading.kind !== "new") throw new Error("not new");
    expect(reading.id).toMatch(/^[0-9a-f]{24}$/);
    return reading.id;
  };
  const base = sent("four", "2030-01-01T01:00:00Z");
  const ids = [
    idOf(base),
    idOf(base, { ticketId: "t2" }),
    idOf(base, { authorId: "a2" }),
    idOf({ ...base, sender: "admin" }),
    idOf({ ...base, message: "fours" }),
    idOf({ ...base, timestamp: "2030-01-01T01:00:01Z" }),
    idOf({ ...base, timestamp: 5 }),
    idOf(sent("four")),
    idOf(sent("four"), { ticketId: "t2" }),
    idOf(sent("four"), { authorId: "a2" }),
    idOf(sent("four", undefined, "admin")),
    idOf(sent("fours")),
    idOf(sent("four"), {}, conversation.slice(0, 1)),
    idOf(sent("four"), {}, conversation.slice(0, 2)),
    idOf(sent("place", 0)),
    idOf(sent("place")),
  ];
  expect(new Set(ids).size).toBe(ids.length);
  expect(idOf(base)).toBe(ids[0]);
  expect(idOf(base, {}, conversation)).toBe(ids[0]);
  expect(idOf(sent("four"))).toBe(ids[7]);
});
