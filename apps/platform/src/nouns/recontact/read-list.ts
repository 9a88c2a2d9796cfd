import { LIST_LIMIT_DEFAULT } from '@desk/api/lists'
import type { RecontactList, RecontactPerson } from '@desk/schema/recontact/recontact'
import { surveyNamesOrdud } from '@desk/schema/respondents/address-template'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'
import { formatRdud } from '#ledger/facts/rdud'
import { personalLink } from '#ledger/links/personal-link'
import type { SealingKey } from '#kernel/secrets/seal'
import { findList, listPeople, type ListedPerson } from './recontact.store.ts'

const FIRST_PAGE: Page = { limit: LIST_LIMIT_DEFAULT, offset: 0 }

/** How the people of a list are shown: with which links, and whether with suppliers. */
export interface ListView {
  readonly linkKey: SealingKey
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

/** A person of a list as its viewer sees them. */
export function personOf(
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
