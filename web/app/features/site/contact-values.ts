export type ContactField = "name" | "email" | "subject" | "phone" | "message";
export type ContactValues = Record<ContactField, string>;
export type ContactErrors = Partial<ContactValues>;
