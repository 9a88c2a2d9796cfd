import { LIST_LIMIT_DEFAULT } from '@desk/api/lists'
import type { RecontactList, RecontactPerson } from '@desk/schema/recontact/recontact'
import { surveyNamesOrdud } from '@desk/schema/respondents/address-template'
import { setImmediate } from 'node:timers/promises'
import type { Tx } from '#kernel/db/tx'
import { csvLines } from '#kernel/files/csv-file'
import type { Page } from '#kernel/lists/page'
import { formatRdud } from '#ledger/facts/rdud'
import { personalLink } from '#ledger/links/personal-link'
import { findList, listPeople, type ListedPerson } from './recontact.store.ts'

const FIRST_PAGE: Page = { limit: LIST_LIMIT_DEFAULT, offset: 0 }
const CSV_PAGE_ROWS = 5_000

/** How the people of a list are shown: with which links, and whether with suppliers. */
export interface ListView {
  readonly linkKey: Buffer
  /** The desk's address as the world sees it. */
  readonly publicUrl: string
  readonly isSupplySeen: boolean
}

/** Reads a source's list as its viewer sees it; undefined: the account has no such source. */
export type ListReader = (tx: Tx, accountId: number, sourceId: number) => Promise<RecontactList | undefined>

/** A source's list with a page of its people (api:T33). */
export async function readList(
  tx: Tx,
  accountId: number,
  sourceId: number,
  view: ListView,
  page: Page = FIRST_PAGE,
): Promise<RecontactList | undefined> {
  const head = await findList(tx, accountId, sourceId)
  if (head === undefined) return undefined
  const { version, people, used, surveyUrl } = head
  const listed = await listPeople(tx, accountId, sourceId, page)
  return {
    stmid: sourceId,
    version,
    people,
    used,
    has_ordud: surveyNamesOrdud(surveyUrl ?? ''),
    rows: listed.map(person => personOf(accountId, sourceId, person, view)),
  }
}

function personOf(
  accountId: number,
  sourceId: number,
  { hex, firstHex, rid, supplierId, supplier, usedAt }: ListedPerson,
  { linkKey, publicUrl, isSupplySeen }: ListView,
): RecontactPerson {
  return {
    rdud: formatRdud(accountId, hex),
    ordud: formatRdud(accountId, firstHex),
    rid,
    ...(isSupplySeen ? { supplier: supplierId === null ? null : { pm_sup_ud: supplierId, name: supplier ?? '' } } : {}),
    link: `${publicUrl.replace(/(?<!\/)\/+$/, '')}${personalLink(linkKey, { accountId, sourceId, rid, hex })}`,
    used_at: usedAt?.toISOString() ?? null,
  }
}

/** All people of a list with their links, for the suppliers, by their own respondent id. */
export async function linksAsCsv(tx: Tx, accountId: number, sourceId: number, view: ListView): Promise<Buffer> {
  const { isSupplySeen } = view
  const parts = [csvLines([['rid', ...(isSupplySeen ? ['supplier'] : []), 'link', 'used_at', 'rdud', 'ordud']])]
  for (let offset = 0; ; offset += CSV_PAGE_ROWS) {
    const people = await listPeople(tx, accountId, sourceId, { limit: CSV_PAGE_ROWS, offset })
    const rows = people.map(listed => {
      const { rid, supplier, link, used_at: usedAt, rdud, ordud } = personOf(accountId, sourceId, listed, view)
      return [rid, ...(isSupplySeen ? [supplier?.name] : []), link, usedAt, rdud, ordud]
    })
    parts.push(csvLines(rows))
    if (people.length < CSV_PAGE_ROWS) return Buffer.concat(parts)
    await setImmediate()
  }
}
