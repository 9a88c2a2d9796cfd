/** What users of a suspended account are told, wherever they meet it. */
export const suspensionRefusal = (accountName: string): string =>
  `The account “${accountName}” is suspended. Nothing in it is lost, and it opens again when it is resumed.`
