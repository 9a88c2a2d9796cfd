/** The query parameters of an entry link that the desk itself reads (domain.md §3): supplier, rid, test token, fingerprint, and the signed RDUD of a personal link. */
export const ENTRY_PARAMETERS = ['sup', 'rid', 't', 'fp', 'ordud'] as const
export type EntryParameter = (typeof ENTRY_PARAMETERS)[number]

const TAKEN: ReadonlySet<string> = new Set(ENTRY_PARAMETERS)

/**
 * Whether a qualification's precode clashes with one of them: its answer would look like the desk's own parameter. Case does not
 * count, as between precodes.
 */
export const isEntryParameter = (precode: string): boolean => TAKEN.has(precode.trim().toLowerCase())

export const TAKEN_PRECODE = 'Precode must not be sup, rid, t, fp or ordud: the entry link uses these itself'
