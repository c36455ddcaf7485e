import { type Caller, type Callers, newKey } from "./callers.ts";

/** Tickets in every state, of members and of visitors, with what staff and customers wrote. */
export async function fillSupport(
  { call, sendFile }: Callers,
  staff: Caller,
  people: Record<"mara" | "jonas" | "priya" | "tom", Caller>,
  picture: Buffer,
): Promise<void> {
  async function open(from: Caller | null, subject: string, message: string, more: object = {}) {
    const { data } = await call(from, "POST", "/new-support-message", { subject, message, ...more });
    return data._id as string;
  }
  const reply = (from: Caller, id: string, message: string) =>
    call(from, "POST", `/api/support/tickets/${id}/replies`, {
      key: newKey(),
      message,
      sender: from === staff ? "admin" : "user",
    });
  const note = (id: string, message: string) =>
    call(staff, "POST", `/api/support/tickets/${id}/notes`, { key: newKey(), message });
  const change = (id: string, changes: object) =>
    call(staff, "PUT", `/support-message-status/${id}`, changes);
  const assign = (id: string) =>
    call(staff, "PUT", `/api/support/tickets/${id}/assignee`, { assigneeId: staff.id });

  const { mara, jonas, priya, tom } = people;
  await open(
    jonas,
    "Can I change a title afterwards?",
    "I misspelled a word. Is there a way without a new run?",
  );

  const file = await sendFile(mara, "/api/support/attachments", "thumbnail.png", picture, "image/png");
  const colours = await open(
    mara,
    "Colours look dull on my phone",
    "The picture is attached. On my laptop it is fine.",
    {
      attachments: [file.data._id],
    },
  );
  await assign(colours);
  await change(colours, { ticketStatus: "in-progress", priority: "high" });
  await reply(staff, colours, "Thank you for the picture. Which phone is it, and is its night mode on?");
  await reply(mara, colours, "A two year old one. Night mode was on, indeed! Let me look again.");
  await note(colours, "Third one about night mode this month: a line in the FAQ?");

  const half = await open(
    priya,
    "The cutout guide is not for my editor",
    "Half of the steps do not exist in mine.",
  );
  await reply(
    staff,
    half,
    "We are sorry. Would half of the price back be fair? The rest is of use in any editor.",
  );
  await reply(priya, half, "That is fair, thank you.");
  await change(half, { ticketStatus: "resolved" });

  const mistake = await open(tom, "Bought the wrong package", "I wanted the one with 30 credits.");
  await reply(staff, mistake, "The money went back through PayPal. It takes up to five days to arrive.");
  await change(mistake, { ticketStatus: "closed", priority: "low" });

  const visitor = {
    ticketUserName: "Vera Holm",
    ticketUserEmail: "vera.holm@example.com",
    phone: "+47 555 01 23",
  };
  await open(
    null,
    "Do you sell to schools?",
    "We are a class of twenty and would like one invoice.",
    visitor,
  );
  const bot = { ...visitor, ticketUserName: "Best Offers", ticketUserEmail: "offers@example.net" };
  await open(null, "More visitors for your site", "Only today.", { ...bot, extra: "https://example.net" });
}
