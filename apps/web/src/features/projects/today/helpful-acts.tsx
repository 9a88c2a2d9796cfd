import type { TodayItem, TodayPart } from '@desk/schema/today/today'
import { useQuery } from '@tanstack/react-query'
import { actWords } from '#kit/forecasts/what-if-words.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useMayCall } from '#runtime/hooks/use-session.ts'
import { helpfulAct, type TodayAct } from './today-acts.ts'

const ACTS_MAX = 2
const MINUTE_MS = 60_000

interface HelpfulActs {
  /** The acts in the place of the item's own; none: the model cannot tell. */
  readonly acts: readonly TodayAct[]
  /** The effect of the best one; null: none helps. */
  readonly words: string | null
}

const NONE: HelpfulActs = { acts: [], words: null }

/** The acts that would make a short source full in time (day.md §2); the item has its own acts until they are known, or if they are not. */
export function useHelpfulActs(item: TodayItem, zone: string, nowMs: number): HelpfulActs {
  const desk = useDesk()
  const [part]: readonly (TodayPart | undefined)[] = item.parts
  const isAsked = item.kind === 'will_not_be_full' && item.part_count === 1 && part !== undefined
  const { data } = useQuery({
    ...desk.query('forecasts.acts', { params: { id: part?.place_id ?? 0 } }),
    enabled: isAsked,
    staleTime: MINUTE_MS,
  })
  const mayPrice = useMayCall('sourceSuppliers.price')
  const mayEdit = useMayCall('sources.update')
  const [best] = data?.acts ?? []
  if (!isAsked || data === undefined || best === undefined) return NONE
  return {
    acts: data.acts
      .filter(({ price }) => (price === null ? mayEdit : mayPrice))
      .slice(0, ACTS_MAX)
      .map(act => helpfulAct(item, part, act, zone)),
    words: actWords(best, zone, nowMs),
  }
}
