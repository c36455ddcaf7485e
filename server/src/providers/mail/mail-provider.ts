/** A mail as a provider takes it. */
export interface OutgoingMail {
  /** Stable for one mail however often it is handed over, so that a repeat can be recognised. */
  messageId: string;
  date: Date;
  from: { name: string; address: string };
  to: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  attachments: { name: string; mimeType: string; base64: string }[];
}

/**
 * What became of handing a mail over. `refused`: the other side will never take this mail. `failed`: it may have
 * been taken or not, or could not be asked; it is to be tried again.
 */
export type Delivery =
  | { result: "sent"; detail: string }
  | { result: "refused"; detail: string }
  | { result: "failed"; detail: string };

export interface MailProvider {
  /** Never throws; ends within `sendSeconds`, and with the signal. */
  send(mail: OutgoingMail, cut?: AbortSignal): Promise<Delivery>;
  close(): void;
}

/** The longest that handing over one mail may take, whatever the other side does. */
export const sendSeconds = 60;
