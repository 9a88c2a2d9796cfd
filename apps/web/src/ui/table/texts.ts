/** The texts of a table without rows (§2.40). */
export const EMPTY_TABLE_TEXT = { loading: 'Please wait...', empty: 'No Records found...' } as const
