import { alertText } from '@desk/schema/alerts/alert'
import { ALERT_KINDS } from '@desk/schema/alerts/alert-kinds'
import type { ChangeBefore, TodayItem, TodayPart } from '@desk/schema/today/today'
import { fieldWords } from '#kit/charts/change-marks.ts'
import { countText, moneyText, UNKNOWN } from '#ui/format/figures.ts'
import { isolated } from '#ui/format/isolated.ts'
import { sinceText } from '#ui/format/times.ts'

/** How the figures at risk come about. */
export const RISK_FORMULA =
  'Completes at risk = completes until out of field at the pace of the 24 hours before the cause − at the pace of now, both at most the completes left to the target. Money at risk = completes at risk × (sell − supply price).'

/** The names of an item: the source or sources, the survey, the project. */
export function placeWords({ scope, parts, part_count, pm_sy_name, pm_proj_name }: TodayItem): string {
  const own = part_count > 1 ? `${countText(part_count)} sources` : (parts[0]?.name ?? '')
  const around = [scope === 'source' ? pm_sy_name : null, scope === 'project' ? null : pm_proj_name]
  return [own, ...around.filter(name => name !== null)].map(isolated).join(' · ')
}

/** The figures of an item as of now, without its kind; of several sources, those of the one with most at risk. */
export function figureWords({ kind, part_count }: TodayItem, part: TodayPart | undefined): string {
  const { label } = ALERT_KINDS[kind]
  // the item names the change on a line of its own
  const { change: _, ...facts } = part?.facts ?? {}
  const text = part === undefined ? label : alertText(kind, facts)
  const figures = text.startsWith(`${label}: `) ? text.slice(label.length + 2) : text
  const words = figures.slice(0, 1).toUpperCase() + figures.slice(1)
  return part !== undefined && part_count > 1 ? `${isolated(part.name)}: ${words}` : words
}

const ACTS = {
  created: 'was created',
  edited: 'was edited',
  deleted: 'was deleted',
  status: 'changed its status',
} as const

/** The change just before an item began. */
export function changedWords(change: ChangeBefore | null, zone: string, nowMs: number): string {
  if (change === null) return 'Nothing else changed.'
  const noun = `${change.scope.slice(0, 1).toUpperCase()}${change.scope.slice(1)}`
  const fields = change.act === 'edited' ? fieldWords(change.fields) : ''
  const what = fields === '' ? ACTS[change.act] : `${ACTS[change.act]} (${fields})`
  const by = change.by === null ? '' : ` by ${isolated(change.by)}`
  return `${noun} ${what} ${sinceText(change.at, zone, nowMs)}${by}.`
}

/** Money at risk; undefined: the viewer may not see it. */
export function moneyWords({ money_at_risk: units }: Pick<TodayItem, 'money_at_risk'>): string | undefined {
  if (units === undefined) return undefined
  return units === null ? UNKNOWN : moneyText(Math.round(units * 100), 'USD', '0')
}

/** Completes at risk. */
export function completesWords({ completes_at_risk: completes }: Pick<TodayItem, 'completes_at_risk'>): string {
  if (completes === null) return UNKNOWN
  return completes === 1 ? '1 complete' : `${completes === 0 ? '0' : countText(completes)} completes`
}
