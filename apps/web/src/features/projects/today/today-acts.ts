import { alertPath } from '@desk/schema/alerts/alert'
import type { NewAlertMute } from '@desk/schema/alerts/alert-mute'
import type { HelpfulAct } from '@desk/schema/forecasts/what-if'
import { STATUS_CODES, type StatusCode, type StatusScope } from '@desk/schema/statuses/status'
import type { TodayItem, TodayPart } from '@desk/schema/today/today'
import { priceText } from '#kit/bulk/bulk-plan.ts'
import type { ChosenRow } from '#kit/bulk/bulk-rows.ts'
import { priceTyped } from '#kit/forms/typed-number.ts'
import { wallTimeIn } from '#kit/forms/wall-times.ts'

interface StatusAct {
  readonly label: string
  readonly scope: StatusScope
  readonly id: number
  readonly to: StatusCode
}

/** A change of sources by the bulk confirmation: a status of several, a price or an end of one. */
export interface AllAct {
  readonly label: string
  readonly kind: 'status' | 'supplyPrice' | 'sourceEnd'
  /** The value to begin with. */
  readonly initial: string
  readonly chosen: readonly ChosenRow[]
}

/** An act of an item: a status that is asked for, or a place where the act is done. */
export type TodayAct = StatusAct | AllAct | { readonly label: string; readonly href: string }

const hrefOf = ({ scope, pm_proj_ud, pm_sy_ud }: TodayItem, id: number): string =>
  `#${alertPath({ scope, place_id: id, pm_proj_ud, pm_sy_ud })}`

/** The status that a place of the item wants next; none where its kind asks for another act. */
function statusAct({ kind, scope }: TodayItem, { place_id: id, statusid }: TodayPart): StatusAct[] {
  if (scope === 'account' || scope === 'project') return []
  if (statusid === STATUS_CODES.autoPaused) return [{ label: 'Resume', scope, id, to: STATUS_CODES.live }]
  const isSlow = kind === 'behind_pace' || kind === 'will_not_be_full'
  return statusid === STATUS_CODES.live && !isSlow ? [{ label: 'Pause', scope, id, to: STATUS_CODES.paused }] : []
}

/** The place where an item is looked into. */
export function openAct(item: TodayItem): TodayAct & { readonly href: string } {
  const [part] = item.parts
  const id = part?.place_id ?? 0
  switch (item.kind) {
    case 'closing_window':
      return { label: 'Reconcile', href: hrefOf(item, id) }
    case 'link_check_failed': {
      const { source } = part?.facts ?? {}
      const survey = `#/projects/${item.pm_proj_ud}/survey/${id}`
      return source === undefined
        ? { label: 'Open', href: hrefOf(item, id) }
        : { label: 'Open test', href: `${survey}/stream/${source}?act=test_survey` }
    }
    case 'will_not_be_full':
      return item.part_count > 1
        ? { label: 'Open sources', href: `#/projects/${item.pm_proj_ud}/survey/${item.pm_sy_ud}/streams` }
        : { label: 'Open forecast', href: `${hrefOf(item, id)}&forecast=source-${id}` }
    case 'webhook_off':
      return { label: 'Open webhooks', href: hrefOf(item, id) }
    default:
      return item.part_count > 1
        ? { label: 'Open sources', href: `#/projects/${item.pm_proj_ud}/survey/${item.pm_sy_ud}/streams` }
        : { label: 'Open', href: hrefOf(item, id) }
  }
}

/** The log of the respondents of an item: of its source, or of the survey of several; null: it is of no survey. */
export function respondentsPath({ scope, pm_proj_ud: project, pm_sy_ud: survey, parts }: TodayItem): string | null {
  if (project === null || survey === null) return null
  const [only, ...others] = parts
  const place = scope === 'source' && only !== undefined && others.length === 0 ? only.place_id : `survey-${survey}`
  return `/projects/${project}/survey/${survey}/streams?explain=${place}`
}

/** The kind of an item at its place, to be muted; of several sources, at their survey. Null: it is of no study. */
export function muteOf({ kind, scope, pm_sy_ud, parts }: TodayItem): NewAlertMute | null {
  const [only, ...others] = parts
  if (scope === 'account' || only === undefined) return null
  return others.length > 0 && pm_sy_ud !== null
    ? { kind, scope: 'survey', place_id: pm_sy_ud }
    : { kind, scope, place_id: only.place_id }
}

/** The acts of a part: its status first, then its place. */
export const partActs = (item: TodayItem, part: TodayPart): readonly TodayAct[] => [
  ...statusAct(item, part),
  { label: 'Open', href: hrefOf(item, part.place_id) },
]

/** An act that the model found, as the confirmation that it opens, or the field of the source's form. */
export function helpfulAct(item: TodayItem, part: TodayPart, act: HelpfulAct, zone: string): TodayAct {
  const chosen = [{ id: part.place_id, name: part.name }]
  if (act.price !== null)
    return { label: `Set ${priceText(act.price)}`, kind: 'supplyPrice', initial: priceTyped(act.price), chosen }
  if (act.ends_at !== null)
    return { label: 'Extend', kind: 'sourceEnd', initial: wallTimeIn(act.ends_at, zone), chosen }
  const label = act.kind === 'pacing' ? 'Pacing off' : 'Add supplier'
  const form = `#/projects/${item.pm_proj_ud}/survey/${item.pm_sy_ud}/stream/${part.place_id}`
  return { label, href: `${form}?field=${act.kind === 'pacing' ? 'pacing' : 'suppliers'}` }
}

/** One act for all listed parts that want the same status. */
function allActs(item: TodayItem): readonly TodayAct[] {
  const wanting = item.parts.flatMap(part => statusAct(item, part).map(act => ({ part, act })))
  return ['Resume', 'Pause'].flatMap(label => {
    const those = wanting.filter(({ act }) => act.label === label)
    const [first] = those
    if (first === undefined) return []
    const chosen = those.map(({ part }) => ({ id: part.place_id, name: part.name }))
    return [
      {
        label: `${label} ${chosen.length === item.part_count ? 'all ' : ''}${chosen.length}`,
        kind: 'status',
        initial: String(first.act.to),
        chosen,
      },
    ]
  })
}

/** The primary act of an item, then at most two others (docs/decisions/0097). */
export function itemActs(item: TodayItem): readonly TodayAct[] {
  const [part] = item.parts
  if (item.part_count > 1) return [...allActs(item), openAct(item)]
  return [...(part === undefined ? [] : statusAct(item, part)), openAct(item)]
}
