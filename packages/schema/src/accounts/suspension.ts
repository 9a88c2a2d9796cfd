/** The message for users of a suspended account, on every page that refuses them. */
export const suspensionRefusal = (accountName: string): string =>
  `The account “${accountName}” is suspended. Nothing in it is lost, and it opens again when it is resumed.`
