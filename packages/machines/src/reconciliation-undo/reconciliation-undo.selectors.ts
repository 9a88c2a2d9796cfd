import type { SnapshotFrom } from 'xstate'
import type { reconciliationUndoMachine } from './reconciliation-undo.machine.ts'

type Snapshot = SnapshotFrom<typeof reconciliationUndoMachine>

/** The undone object and the stage of the undo; null while no undo is asked for. */
export function undo(snapshot: Snapshot) {
  const { subject, preview, outdatedRows, undoneRows, fault } = snapshot.context
  if (subject === null) return null
  const stand = snapshot.matches('failed')
    ? 'failed'
    : (['previewing', 'previewed', 'storing', 'outdated'] as const).find(name => snapshot.matches(name))
  return { ...subject, stand: stand ?? 'undone', preview, outdatedRows, undoneRows, fault } as const
}

/** @param typedNumber what the user typed where a guard asks for the project's number */
export const canConfirm = (snapshot: Snapshot, typedNumber: string): boolean =>
  snapshot.can({ type: 'reconciliationUndo.confirmed', commandId: '', typedNumber })
