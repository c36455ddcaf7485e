/** What a key for programs opens, each in the words of the screen where it is chosen. A call names the one that it takes. */
export const scopeTexts = {
  "runs:read": "See your runs and download their pictures",
  "runs:write": "Start runs, which spends credits, and change or delete your runs",
  "designs:read": "See your designs, their versions and your brand, and download them as pictures",
  "designs:write": "Make, change and delete designs, and change your brand",
  "references:read": "See and download the pictures that you uploaded for the model",
  "references:write": "Upload, change and delete those pictures",
  "gallery:read": "See your gallery, and download packs of what is in it",
  "balance:read": "See your balance and your credit statement",
  webhooks: "See, add, change and remove your webhooks",
} as const;

export type Scope = keyof typeof scopeTexts;
export const scopes = Object.keys(scopeTexts) as [Scope, ...Scope[]];
