import { z } from "zod";
import { lineText, longText, nameText, plainText, urlText } from "./fields.ts";

/** What a person may change of the own record. */
export const profileForm = z.object({
  userName: nameText.min(1, "Please enter your name"),
  aboutMe: longText,
  /** Null or blank: no photo. */
  profileURL: urlText.nullable(),
  address: lineText,
  city: nameText,
  country: nameText,
  phone: plainText.max(50, "Please use at most 50 characters."),
});
export type ProfileForm = z.output<typeof profileForm>;
