import { PERSON_ENTRIES_MAX, type FoundPerson, type PersonMark } from '@desk/schema/defender/people'
import type { Tx } from '#kernel/db/tx'
import { idOf } from '#ledger/explain/find-respondents.store'
import { canonicalAddress } from '#ledger/facts/canonical-address'
import * as store from './people.store.ts'

/** Looks an entrant up by whatever the text names, and the others who share their marks (§2.27). */
export async function findPerson(
  tx: Tx,
  accountId: number,
  text: string,
  isSupplySeen: boolean,
): Promise<Omit<FoundPerson, 'as_of'>> {
  const found = await store.findEntries(tx, accountId, {
    hex: idOf(accountId, text),
    text,
    address: canonicalAddress(text),
  })
  const shown = found.slice(0, PERSON_ENTRIES_MAX)
  const marks = await store.findShared(tx, accountId, store.marksOf(shown), shown)
  const entries = shown.map(({ entry }) => entry)
  return {
    text,
    found_as: [...new Set(shown.map(({ foundAs }): PersonMark => foundAs))],
    entries: isSupplySeen ? entries : entries.map(withoutSupplier),
    is_partial: found.length > PERSON_ENTRIES_MAX,
    marks: isSupplySeen ? marks : marks.map(mark => ({ ...mark, others: mark.others.map(withoutSupplier) })),
  }
}

function withoutSupplier<Row extends { readonly supplier?: string | null }>({ supplier: _hidden, ...row }: Row) {
  return row
}
