import type { HistoryAct } from '@desk/schema/history/history'
import type { OthersChange } from '@desk/schema/today/since'
import { countText } from '#ui/format/figures.ts'
import { isolated } from '#ui/format/isolated.ts'

const ACTS: Readonly<Record<HistoryAct, string>> = {
  created: 'created',
  edited: 'edited',
  deleted: 'deleted',
  status: 'status changed',
}
const NO_COMPLETES = 'No completes'

/** Completes that came in; fewer than none: more were taken back. */
export function countedCompletes(completes: number): string {
  if (completes === 0) return NO_COMPLETES
  const count = `${completes < 0 ? '−' : ''}${countText(Math.abs(completes))}`
  return `${count} ${Math.abs(completes) === 1 ? 'complete' : 'completes'}`
}

/** The place of a change, and the acts with their user. */
export function othersWords({ scope, name, pm_sy_name, pm_proj_name, acts, by }: OthersChange): {
  readonly place: string
  readonly acts: string
} {
  const around = [scope === 'source' ? pm_sy_name : null, scope === 'project' ? null : pm_proj_name]
  const place = [name, ...around.filter(each => each !== null)].map(isolated).join(' · ')
  const who = by === null ? '' : ` by ${isolated(by)}`
  return { place, acts: `${scope} ${acts.map(act => ACTS[act]).join(', ')}${who}` }
}

/** The page of the changed object. */
export function othersPath({ scope, id, pm_proj_ud, pm_sy_ud }: OthersChange): string {
  const surveys = `/projects/${pm_proj_ud}/survey`
  if (scope === 'project') return surveys
  return `${surveys}/${pm_sy_ud}/streams${scope === 'source' ? `?only=${id}` : ''}`
}
