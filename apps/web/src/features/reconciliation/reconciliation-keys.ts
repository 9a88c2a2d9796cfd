/** Begins the key of every read of reconciliations, so that a store or an undo reads them all again. */
export const RECONCILIATION = 'reconciliation'

/** The key of a project's summary. */
export const summaryKey = (projectId: number) => [RECONCILIATION, 'summary', projectId] as const
/** The key of a request's last preview. */
export const previewKey = (id: number) => ['reconciliation preview', id] as const
/** The key of the rows that changed since the preview of a request. */
export const changedKey = (id: number) => ['reconciliation changed rows', id] as const
/** The key of a request that this page has stored. */
export const storedKey = (id: number) => ['reconciliation stored', id] as const
/** The key of the progress of the user's own work in a project. */
export const progressKey = (projectId: number) => ['reconciliation progress', projectId] as const
