/** Characters that no page shows, and that texts bring along when they are pasted: soft hyphens, spaces and joints without width. */
const UNSEEN = /[\u00AD\u200B\u2060\uFEFF]/g

/**
 * A name without spaces around it, with single ones within, without what no page shows, and with each letter in one spelling: two names that
 * look the same in one script are the same text.
 */
export const oneSpaced = (text: string): string => {
  const composed = text.normalize('NFC')
  // a few characters have no composed spelling, but several instead: a name that fits stays one that fits
  return (composed.length > text.length ? text : composed).replaceAll(UNSEEN, '').trim().replaceAll(/\s+/g, ' ')
}

/** Whether a page shows anything of a text; joiners and fillers alone are nothing. */
export const isSeen = (text: string): boolean => /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)
