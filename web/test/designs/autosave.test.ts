import { describe, expect, it } from "vitest";
import {
  type Autosave,
  type AutosaveEvent,
  autosave,
  maySend,
  savedAt,
} from "#web/features/designs/editor/autosave.ts";
import { readDraftText } from "#web/features/designs/editor/read-kept.ts";
import { documentOf, shape } from "./documents.ts";

describe("saving by itself", () => {
  const [one, two] = [documentOf(shape("a")), documentOf(shape("b"))];
  const through = (...events: AutosaveEvent[]): Autosave => events.reduce(autosave, savedAt(3));

  it("sends one at a time, and what was changed meanwhile goes out next, from the version that came back", () => {
    const both = through(
      { type: "changed", document: one },
      { type: "sent" },
      { type: "changed", document: two },
    );
    expect(both).toMatchObject({ status: "saving", sending: one, unsaved: two });
    expect(maySend(both)).toBe(false);
    expect(autosave(both, { type: "sent" })).toBe(both);
    const next = autosave(both, { type: "kept", version: 4 });
    expect(next).toMatchObject({ status: "unsaved", version: 4, unsaved: two, sending: null });
    expect(maySend(next)).toBe(true);
  });

  it("goes on from the newest version that it was told of, in whatever order answers came", () => {
    const sent = through({ type: "changed", document: one }, { type: "sent" });
    expect(autosave({ ...sent, version: 6 }, { type: "kept", version: 4 })).toEqual(savedAt(6));
  });

  it("loses nothing where the line is lost, and sends the newest when it is back", () => {
    const lost = through({ type: "changed", document: one }, { type: "sent" }, { type: "lost" });
    expect(lost).toMatchObject({ status: "offline", unsaved: one });
    const newer = through(
      { type: "changed", document: one },
      { type: "sent" },
      { type: "changed", document: two },
      { type: "lost" },
    );
    expect(newer.unsaved).toBe(two);
    expect(autosave(newer, { type: "sent" })).toMatchObject({ status: "saving", sending: two });
  });

  it("goes on from its own save whose answer was lost, and from what another made of it", () => {
    const [third, fourth] = [documentOf(shape("c")), documentOf(shape("d"))];
    const again = through(
      { type: "changed", document: one },
      { type: "sent" },
      { type: "changed", document: two },
      { type: "lost" },
      { type: "sent" },
      { type: "lost" },
      { type: "changed", document: third },
      { type: "sent" },
    );
    for (const arrived of [one, two])
      expect(autosave(again, { type: "stale", version: 4, document: arrived })).toMatchObject({
        status: "unsaved",
        version: 4,
        unsaved: third,
        unanswered: [],
      });
    expect(autosave(again, { type: "stale", version: 5, document: fourth, isKept: true })).toEqual(
      savedAt(5),
    );
    const newer = autosave(again, { type: "changed", document: two });
    expect(autosave(newer, { type: "stale", version: 5, document: fourth, isKept: true }).status).toBe(
      "conflict",
    );
  });

  it("knows a save whose answer was lost also after a later one was refused, and over a reload", () => {
    const refused = through(
      { type: "changed", document: one },
      { type: "sent" },
      { type: "lost" },
      { type: "changed", document: two },
      { type: "sent" },
      { type: "refused", message: "That picture is gone." },
    );
    const read = (unanswered: unknown) =>
      readDraftText(JSON.stringify({ version: 3, document: two, unanswered }));
    const { unanswered } = read(refused.unanswered)!;
    const again = autosave({ ...refused, unanswered }, { type: "sent" });
    expect(autosave(again, { type: "stale", version: 4, document: one }).theirs).toBeNull();
    // As earlier ones of the product have left it.
    expect([read(one), read(null)]).toMatchObject([{ unanswered: [one] }, { unanswered: [] }]);
  });

  it("keeps the first and the last of many saves without an answer, each once", () => {
    const documents = Array.from({ length: 30 }, (_, index) => documentOf(shape(`layer ${index}`)));
    const lost = documents.flatMap((document): AutosaveEvent[] => [
      { type: "changed", document },
      { type: "sent" },
      { type: "lost" },
      { type: "sent" },
      { type: "lost" },
    ]);
    const { unanswered } = through(...lost);
    expect(unanswered.length).toBeLessThan(10);
    expect(new Set(unanswered).size).toBe(unanswered.length);
    expect([unanswered[0], unanswered.at(-1)]).toEqual([documents[0], documents.at(-1)]);
  });

  it("sends nothing over another's save until the person chose, and keeps both until then", () => {
    const conflict = through(
      { type: "changed", document: one },
      { type: "sent" },
      { type: "stale", version: 7, document: two },
    );
    expect(conflict).toMatchObject({
      status: "conflict",
      unsaved: one,
      theirs: { version: 7, document: two },
    });
    expect(maySend(conflict)).toBe(false);
    expect(autosave(conflict, { type: "chose", side: "mine" })).toMatchObject({ version: 7, unsaved: one });
    expect(autosave(conflict, { type: "chose", side: "theirs" })).toEqual(savedAt(7));
    expect(autosave(savedAt(1), { type: "chose", side: "mine" })).toEqual(savedAt(1));
  });

  it("keeps what the shop refuses, with its words, until it is changed", () => {
    const refused = through(
      { type: "changed", document: one },
      { type: "sent" },
      { type: "refused", message: "That picture is gone." },
    );
    expect(refused).toMatchObject({ status: "refused", unsaved: one, refusal: "That picture is gone." });
    const taken = autosave(autosave(refused, { type: "sent" }), { type: "kept", version: 4 });
    expect(taken, "once it was taken after all").toEqual(savedAt(4));
    expect(autosave(refused, { type: "changed", document: two })).toMatchObject({
      status: "unsaved",
      refusal: null,
    });
  });
});
