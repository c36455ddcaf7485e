/** What a public block's record has besides its fields; a preview shows none of it. */
export const stamp = { version: 0, createdAt: "", updatedAt: "" };
