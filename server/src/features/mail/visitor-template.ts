/**
 * The template of what goes to a visitor, by an address that nobody has proven: no account's mail, whoever registers
 * with that address.
 */
export const visitorTemplate = "Contact answered";
