/** Begins the key of every read of reconciliations, so that a store or an undo reads them all again. */
export const RECONCILIATION = 'reconciliation'

/** Where the summary of a project stands. */
export const summaryKey = (projectId: number) => [RECONCILIATION, 'summary', projectId] as const
/** Where the last preview of a request stands. */
export const previewKey = (id: number) => ['reconciliation preview', id] as const
/** Where the rows stand that changed since the preview of a request. */
export const changedKey = (id: number) => ['reconciliation changed rows', id] as const
/** Where a request stands that this page has stored. */
export const storedKey = (id: number) => ['reconciliation stored', id] as const
/** Where the progress of the user's own work in a project stands. */
export const progressKey = (projectId: number) => ['reconciliation progress', projectId] as const
