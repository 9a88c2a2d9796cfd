import { Effect } from 'effect'
import { query, type Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { takePlace } from '#kernel/downloads/download-places'
import { MEDIA_TYPES, type StreamedFile } from '#kernel/downloads/file-column'
import { readAllLines } from '#kernel/downloads/line-stream'
import { csvHead, csvLines } from '#kernel/files/csv-file'
import { orNotFound } from '#kernel/http/or-not-found'
import { personOf, type ListView } from './read-list.ts'
import { allPeople, findList, type ListedPerson } from './recontact.store.ts'

async function* linksAsCsv(
  batches: AsyncIterable<readonly ListedPerson[]>,
  accountId: number,
  sourceId: number,
  view: ListView,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { isSupplySeen } = view
  yield csvHead(['rid', ...(isSupplySeen ? ['supplier'] : []), 'link', 'used_at', 'rdud', 'ordud'])
  for await (const people of batches)
    yield csvLines(
      people.map(listed => {
        const { rid, supplier, link, used_at: usedAt, rdud, ordud } = personOf(accountId, sourceId, listed, view)
        return [rid, ...(isSupplySeen ? [supplier?.name] : []), link, usedAt, rdud, ordud]
      }),
    )
}

/** Opens all people of a list with their links as CSV, for the suppliers, by their own respondent id (api:T33). */
export const openLinksFile = Effect.fn('Recontact.openLinksFile')(function* (
  database: Database['Service'],
  accountId: number,
  sourceId: number,
  view: ListView,
) {
  const isThere = async (tx: Tx) => (await findList(tx, accountId, sourceId)) !== undefined
  const all = (tx: Tx) => allPeople(tx, accountId, sourceId)
  // nothing comes between that would not leave the place again
  const onEnd = yield* takePlace(accountId)
  const found = yield* query(signal => readAllLines(database.core, accountId, { isThere, all }, { signal, onEnd }))
  const { batches, stop } = yield* orNotFound(found)
  return {
    name: `recontact-${sourceId}.csv`,
    mediaType: MEDIA_TYPES.csv,
    bytes: linksAsCsv(batches, accountId, sourceId, view),
    stop,
  } satisfies StreamedFile
})
