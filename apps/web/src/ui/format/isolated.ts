/** Letters that are written from the right (of Hebrew, Arabic and their kin), and the marks that turn what follows them. */
const WRITTEN_FROM_THE_RIGHT =
  /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/**
 * A name within a sentence or beside figures and other names: one that is written from the right is isolated (U+2068,
 * U+2069), so that it moves none of its neighbours. Any other is given as it is. Within elements of its own a name
 * needs none of this (base.css).
 */
export const isolated = (name: string): string => (WRITTEN_FROM_THE_RIGHT.test(name) ? `\u2068${name}\u2069` : name)
