import type { Tx } from '#kernel/db/tx'
import type { Actor } from '#kernel/edits/edit'
import { makeCopies, type WantedCopy } from '../sources/copy-source.ts'
import { SOURCES_MAX } from '../sources/save-source.ts'
import { lockSourcesOf } from '../sources/sources.store.ts'
import { holdTable, tellTable } from '../sources/table-moved.ts'
import type { DateShift } from '../studies/date-shift.ts'

/**
 * Copies the sources of another survey into a new one as drafts, with their whole setup, except cancelled ones.
 * @param to its place, and the shift of the copies' dates; unset: their dates stay
 */
export async function copySources(
  tx: Tx,
  actor: Actor,
  fromId: number,
  { shift, ...to }: { readonly surveyId: number; readonly projectId: number; readonly shift?: DateShift },
): Promise<void> {
  const { accountId } = actor
  const originals = await lockSourcesOf(tx, accountId, fromId, SOURCES_MAX)
  if (originals.length === 0) return
  await holdTable(tx, accountId, to.surveyId)
  const copies: WantedCopy[] = []
  for (const original of originals) {
    const { name, outOfFieldAt, outOfFieldZoneCode } = original.columns
    copies.push({
      original,
      name,
      outOfFieldAt: shift === undefined ? outOfFieldAt : await shift(outOfFieldAt, outOfFieldZoneCode),
    })
  }
  await makeCopies(tx, actor, to, copies)
  await tellTable(tx, accountId, to.surveyId, 'all')
}
