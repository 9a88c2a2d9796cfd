/** What the desk itself reads from the query of an entry link (domain.md §3): supplier, their respondent's id, test token, fingerprint. */
export const ENTRY_PARAMETERS = ['sup', 'rid', 't', 'fp'] as const
export type EntryParameter = (typeof ENTRY_PARAMETERS)[number]

const TAKEN: ReadonlySet<string> = new Set(ENTRY_PARAMETERS)

/** Whether a qualification's precode would be one of them: its answer could not be told from the desk's own parameter. Case makes no difference, as between precodes. */
export const isEntryParameter = (precode: string): boolean => TAKEN.has(precode.trim().toLowerCase())

export const TAKEN_PRECODE = 'Precode must not be sup, rid, t or fp: the entry link uses these itself'
