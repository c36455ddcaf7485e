/** What shows nothing, and hides, parts or turns what it stands in. Joiners and marks stay: scripts and emoji need them. */
const invisible = /[\u00ad\u180e\u200b\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]/g;

/** A line as it is kept and looked for: composed (NFC), without what is invisible. One that shows nothing is blank. */
export const plainLine = (text: string) =>
  /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(text) ? "" : text.normalize("NFC").replace(invisible, "");

/** A code as it was given out, whatever came along when it was copied, or how wide a keyboard writes it. */
export const plainCode = (text: string) =>
  text
    .normalize("NFKC")
    .replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/\p{Dash_Punctuation}/gu, "-");

const unseenAround = /^[\s\p{Default_Ignorable_Code_Point}]+|[\s\p{Default_Ignorable_Code_Point}]+$/gu;

/** An address without what surrounds it unseen, and in the width that mail has. A far longer text, which is none, takes long to look at. */
export const plainEmail = (text: string) =>
  text.length > 1000 ? text : text.replace(unseenAround, "").normalize("NFKC").toLowerCase();
