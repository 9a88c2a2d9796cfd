/** A name without spaces around it and with single ones within: two names that look the same on a page are the same text. */
export const oneSpaced = (text: string): string => text.trim().replace(/\s+/g, ' ')
