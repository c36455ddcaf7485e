import { z } from "zod";
import { longText, nameText } from "./fields.ts";

export const cannedReplyForm = z.strictObject({
  title: nameText.min(1, "Please enter a title."),
  body: longText.min(1, "Please enter the text."),
});
