import { z } from "zod";
import { lineText, longText, nameText, urlText } from "./fields.ts";
import { priceInput } from "./package-form.ts";

/** The form of an item. `slug` and `itemId` are the server's and dropped when sent. */
export const itemInput = z.object({
  itemName: nameText.min(1, "Please enter an item name."),
  price: priceInput,
  description: longText.optional(),
  guidelines: longText.optional(),
  accessUrl: urlText.optional(),
  imageUrl: urlText.optional(),
  imageAlt: lineText.optional(),
  isActive: z.boolean().optional(),
});
