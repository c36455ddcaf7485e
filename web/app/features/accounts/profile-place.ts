/** Where the profile form stands; it decides the texts of its failures. */
export type ProfilePlace = "customer" | "back-office";
