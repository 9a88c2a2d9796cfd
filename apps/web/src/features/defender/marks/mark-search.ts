import {
  LISTED_KINDS,
  ListedKind,
  MARK_LISTS,
  MARK_STATES,
  MarkList,
  MarkState,
} from '@desk/schema/defender/mark-lists'
import { Schema } from 'effect'
import { compact, textOf, type RawSearch } from '#kit/tables/table-search.ts'

/** The URL's part of the lists. */
export interface MarkSearch {
  readonly list: MarkList
  /** In force, unless one chooses otherwise. */
  readonly state?: MarkState | 'all'
  readonly kind?: ListedKind
  /** The beginning of a value. */
  readonly mark?: string
}

export const LIST_LABELS: Readonly<Record<MarkList, string>> = { block: 'Block list', watch: 'Watch list' }
export const STATE_LABELS: Readonly<Record<MarkState, string>> = {
  in_force: 'In force',
  expired: 'Expired',
  removed: 'Removed',
}
export const KIND_LABELS: Readonly<Record<ListedKind, string>> = {
  fingerprint: 'Fingerprint',
  address: 'Address',
  network: 'Network',
}
export { LISTED_KINDS, MARK_LISTS, MARK_STATES }

const isList = Schema.is(MarkList)
const isState = Schema.is(MarkState)
const isKind = Schema.is(ListedKind)

/** Reads the URL; ignores an invalid filter. */
export function readMarkSearch(raw: RawSearch): MarkSearch {
  const { list, state, kind } = raw
  return {
    list: isList(list) ? list : 'block',
    ...compact({
      state: isState(state) || state === 'all' ? state : undefined,
      kind: isKind(kind) ? kind : undefined,
      mark: textOf(raw['mark'])?.slice(0, 200),
    }),
  }
}
