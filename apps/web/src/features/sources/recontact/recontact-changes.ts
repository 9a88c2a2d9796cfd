/** The unsaved changes of a recontact list. */
export interface RecontactChanges {
  /** RDUDs that are to be added. */
  readonly added: readonly string[]
  /** Saved RDUDs that are to be removed. */
  readonly removed: readonly string[]
}

/** The events of a recontact list (§3.31). */
export type RecontactEvent =
  /** A list was read: what it holds is saved. */
  | { readonly type: 'hasInitial' }
  | { readonly type: 'addedNew'; readonly rduds: readonly string[] }
  /** One that was not saved yet. */
  | { readonly type: 'removed'; readonly rdud: string }
  | { readonly type: 'removedSaved'; readonly rdud: string }
  | { readonly type: 'keptSaved'; readonly rdud: string }

export const NO_CHANGES: RecontactChanges = { added: [], removed: [] }

/** The unsaved changes after an event. */
export function changesAfter({ added, removed }: RecontactChanges, event: RecontactEvent): RecontactChanges {
  switch (event.type) {
    case 'hasInitial':
      return NO_CHANGES
    case 'addedNew':
      return { added: [...new Set([...added, ...event.rduds])], removed }
    case 'removed':
      return { added: added.filter(rdud => rdud !== event.rdud), removed }
    case 'removedSaved':
      return { added, removed: [...new Set([...removed, event.rdud])] }
    case 'keptSaved':
      return { added, removed: removed.filter(rdud => rdud !== event.rdud) }
  }
}
