import type { SearchHit, SearchScope } from '@desk/schema/search/search'
import type { KeyValueStorage } from './storage/browser-storage.ts'

/** Something that has a page of its own and was opened, with what its address is made of. */
export type Opened = Pick<SearchHit, 'scope' | 'id' | 'name' | 'pm_proj_ud' | 'pm_sy_ud' | 'type'>

/** The user and the account that opened it: no other user sees it, and no other account shows it. */
export interface Whose {
  readonly uid: number
  readonly pm_dsh_ud: number
}

/** Recently opened pages. */
export interface Recent {
  /** The latest first. */
  read(whose: Whose): readonly Opened[]
  note(whose: Whose, opened: Opened): void
  /** A session, or its account, ends: the list of opened things is deleted (law 4). */
  forget(): void
}

export const RECENT_KEY = 'desk.recent'
export const RECENT_MAX = 8
const NOTHING: readonly Opened[] = []
const SCOPES: Readonly<Record<SearchScope, true>> = {
  project: true,
  survey: true,
  source: true,
  supplier: true,
  qualification: true,
}
const TYPES: readonly unknown[] = ['diy', 'classic', 'lucid', null] satisfies readonly Opened['type'][]

const isId = (value: unknown): boolean => Number.isInteger(value)
const isIdOrNone = (value: unknown): boolean => value === null || isId(value)

function isOpened(kept: unknown): kept is Opened {
  if (typeof kept !== 'object' || kept === null) return false
  const { scope, id, name, pm_proj_ud: project, pm_sy_ud: survey, type } = kept as { [K in keyof Opened]?: unknown }
  return (
    typeof scope === 'string' &&
    Object.hasOwn(SCOPES, scope) &&
    isId(id) &&
    typeof name === 'string' &&
    isIdOrNone(project) &&
    isIdOrNone(survey) &&
    TYPES.includes(type)
  )
}

function openedIn(text: string | null, { uid, pm_dsh_ud }: Whose): readonly Opened[] {
  if (text === null) return NOTHING
  try {
    const kept = JSON.parse(text) as {
      readonly uid?: unknown
      readonly pm_dsh_ud?: unknown
      readonly opened?: unknown
    } | null
    return kept?.uid === uid &&
      kept.pm_dsh_ud === pm_dsh_ud &&
      Array.isArray(kept.opened) &&
      kept.opened.every(isOpened)
      ? kept.opened
      : NOTHING
  } catch {
    return NOTHING
  }
}

/**
 * Opens the list of recently opened things.
 * @param storage ends with the tab, as its session does: the names of an account outlive neither
 */
export function openRecent(storage: KeyValueStorage): Recent {
  const read = (whose: Whose) => openedIn(storage.getItem(RECENT_KEY), whose)
  return {
    read,
    note: (whose, opened) => {
      const others = read(whose).filter(({ scope, id }) => scope !== opened.scope || id !== opened.id)
      storage.setItem(RECENT_KEY, JSON.stringify({ ...whose, opened: [opened, ...others].slice(0, RECENT_MAX) }))
    },
    forget: () => storage.removeItem(RECENT_KEY),
  }
}
