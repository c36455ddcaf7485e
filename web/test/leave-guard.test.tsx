import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { leaveQuestion } from "#web/ui/confirm.tsx";
import { type LeaveReason, questionFor, unsaved } from "#web/ui/leave-guard.tsx";
import { askFirst } from "#web/ui/unload-guard.ts";

const here = { pathname: "/user/developers", search: "?webhook=new&page=2" };
const elsewhere = { pathname: "/user/gallery", search: "" };
const editorClosed = { ...here, search: "?page=2" };

const secret: LeaveReason = {
  kind: "shown once",
  question: {
    title: "Leave without the secret?",
    message: "It is not shown again.",
    confirmLabel: "Leave without it",
  },
};
const codes: LeaveReason = {
  kind: "shown once",
  question: {
    title: "Leave without the codes?",
    message: "They are made once.",
    confirmLabel: "Leave",
  },
};

test("nothing is asked where nothing would be lost, nor within a screen", () => {
  expect(questionFor([], here, elsewhere)).toBeNull();
  expect(questionFor([secret, unsaved], here, { ...here, search: "?webhook=new&page=3" })).toBeNull();
});

test("one reason asks its own question", () => {
  expect(questionFor([secret], here, elsewhere)).toBe(secret.question);
  expect(questionFor([{ ...unsaved }, { ...unsaved }], here, elsewhere)).toBe(unsaved.question);
});

test("several reasons are one question with each one's words, that of the most that is lost first", () => {
  const asked = questionFor([unsaved, secret, { ...unsaved }, codes], here, elsewhere);
  expect(asked).toMatchObject({ title: "Leave without the secret?", confirmLabel: "Leave all the same" });
  expect(renderToString(asked?.message)).toMatch(/not shown again.*made once.*haven&#x27;t been saved/);
});

test("an editor that closes above its screen asks of what was typed alone", () => {
  expect(questionFor([secret, codes], here, editorClosed)).toBeNull();
  expect(questionFor([secret, unsaved], here, editorClosed)).toBe(leaveQuestion);
});

test("a reload is asked about also in Chrome before 119, which goes by the event's value alone", () => {
  const event = { preventDefault() {}, returnValue: "" };
  askFirst(event as BeforeUnloadEvent);
  expect(event.returnValue).not.toBe("");
});
