import type { LinkedKind } from '@desk/schema/accounts/whereabouts'
import { GREATEST_ID } from '@desk/schema/ids/greatest-id'

/** The subject of a page: the innermost thing that its path names. */
export interface LinkedPage {
  readonly kind: LinkedKind
  readonly id: number
}

const ID = '[1-9]\\d{0,9}'
const PROJECTS = '^/(?:projects|manage/project)'
const OF_PROJECT = `${PROJECTS}/(${ID})`
const OF_SURVEY = `${PROJECTS}/${ID}/survey/(${ID})`
/** The pages of one thing, whose id is the only group (§2.17–2.21). */
const PAGES: readonly (readonly [LinkedKind, RegExp])[] = [
  ['project', new RegExp(`${OF_PROJECT}/(?:details|edit|survey|survey/new)$`)],
  ['survey', new RegExp(`${OF_SURVEY}/(?:edit|streams|stream/new|manual-streams/new)$`)],
  ['source', new RegExp(`${PROJECTS}/${ID}/survey/${ID}/(?:stream|manual-streams)/(${ID})$`)],
  ['supplier', new RegExp(`^/suppliers/(${ID})$`)],
  ['qualification', new RegExp(`^/qualifications/(${ID})$`)],
]

/**
 * Gives the subject of the page at a path.
 * @param pathname the hash path without its query
 * @returns null for a page of nothing that has an id, and for no page
 */
export function linkedPage(pathname: string): LinkedPage | null {
  for (const [kind, page] of PAGES) {
    const id = Number(page.exec(pathname)?.[1] ?? 0)
    if (id > 0 && id <= GREATEST_ID) return { kind, id }
  }
  return null
}
