import { z } from "zod";
import { plainEmail } from "./entered-text.ts";
import { emailText, lineText, longText, nameText, plainText } from "./fields.ts";

export const subject = lineText.min(1, "Please enter your subjects");

export const openingMessage = longText.min(1, "Please enter your message");

export const phone = plainText.max(50, "Please use at most 50 characters.");

/** What the contact form asks of a visitor. */
export const contactForm = z.object({
  ticketUserName: nameText.min(1, "Please enter your name"),
  ticketUserEmail: z.string().overwrite(plainEmail).min(1, "Please enter your email").pipe(emailText),
  subject,
  phone: phone.min(1, "Please enter your phone number"),
  message: openingMessage,
});
export type ContactForm = z.output<typeof contactForm>;

/** What /user/create-support asks of a member, whose name and e-mail the session tells. */
export const ticketForm = z.object({ subject, message: openingMessage });
export type TicketForm = z.output<typeof ticketForm>;
