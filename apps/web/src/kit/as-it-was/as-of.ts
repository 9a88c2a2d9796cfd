import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { instantOf, wallTimeIn } from '#kit/forms/wall-times.ts'
import type { HeadAction } from '#kit/heads/page-head.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { textOf, type RawSearch } from '#kit/tables/table-search.ts'

/** A past moment that a page is shown at, from its URL. */
export interface AsOf {
  /** By the viewer's clock: 'YYYY-MM-DDTHH:mm'. */
  readonly wall: string
  readonly at: string
}

const WALL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/** Reads the moment that the URL asks for; null: now. */
export function readAsOf(raw: RawSearch, zone: string): AsOf | null {
  const wall = textOf(raw['asOf']) ?? ''
  if (!WALL_TIME.test(wall)) return null
  const at = instantOf(wall, zone)
  return Number.isFinite(Date.parse(at)) ? { wall, at } : null
}

const DAY_MS = 86_400_000

/** Sets the page to a past moment. */
export function useShowAsOf(): (atMs: number) => void {
  const { name: zone } = useZone()
  const [, change] = useUrlSearch()
  return atMs => change({ asOf: wallTimeIn(new Date(atMs).toISOString(), zone) })
}

/** The act that leads to a page as it was: first to this hour yesterday. */
export function useAsItWas(): HeadAction {
  const show = useShowAsOf()
  return { label: 'As it was…', onAction: () => show(Date.now() - DAY_MS) }
}
