/** Of one ticket's owner, a member or a visitor: what a page of the console carries stays small, whoever writes. */
export const mostMessages = 300;
export const ticketWordsBytes = 200_000;
export const ticketFull = "This conversation is full. Please open a new ticket for what you have to add.";

/** Of all tickets together that a list without a page answers: a thousand whole conversations could be 200 MB. */
export const listedWordsBytes = 5_000_000;

/** Of all tickets of a member. */
export const memberWordsBytes = 2_000_000;
export const wordsQuotaExceeded =
  "Your messages take up all the room there is for them (2 MB). Please write to us by e-mail.";
