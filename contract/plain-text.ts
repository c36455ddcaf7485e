/** What no line of text holds: controls, line breaks, what turns the direction, and what XML cannot say. */
export const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;

/** A text from elsewhere as a name can hold it. */
export const withoutControls = (text: string) =>
  text.replace(new RegExp(unprintable, "gu"), "").replace(/\p{Surrogate}/gu, "\ufffd");

/** A text of several lines as one, for what holds no line break. */
export const inOneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

/** The beginning of a text, as long as a field that holds so much, without half a character at its end. */
export const startOf = (text: string, length: number) => text.slice(0, length).replace(/\p{Cs}$/u, "");
