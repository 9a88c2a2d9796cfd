import type { Quota, QuotaGroup, SourceQualification } from '@desk/schema/sources/quals-quotas'
import { formOf } from '@desk/schema/sources/quota-faults'
import { useState } from 'react'
import type { QuotaContext } from '../quota-line.tsx'
import type { QuotaGroupValue } from '../quota-values.ts'
import { BAND_PRESETS, bandsOf, presetBands, type Axis, type Band } from './bands.ts'
import {
  carriedTargets,
  countOf,
  gridIn,
  isWithin,
  ofRangesFirst,
  placesOf,
  quotasByForm,
  targetsOf,
  withCell,
  withTargets,
  type KnownQuotas,
  type Place,
  type QuotaGrid,
} from './quota-grid.ts'
import { areWhole, sharesOf, spread, sumOf } from './spread.ts'

export interface QuotaGridOptions {
  readonly groups: readonly QuotaGroupValue[]
  readonly change: (change: (groups: readonly QuotaGroupValue[]) => readonly QuotaGroupValue[]) => void
  readonly context: Pick<QuotaContext, 'qualifications' | 'labels' | 'names'>
  /** Gives the form the value at once: a pressed button may be gone before it could lose the focus. */
  readonly flush: () => void
  /** Target (N) as it is typed. */
  readonly target: string
  readonly stored: readonly QuotaGroup[]
}

export type Unit = 'count' | 'percent'

const IS_AGE = /\bage\b/i

/** The axis of a qualification: its answers, or a ready division of ages. */
export function axisFrom(qualification: SourceQualification, names: QuotaContext['names']): Axis {
  const { param, name } = qualification
  const ready = qualification.in === undefined && IS_AGE.test(name) ? presetBands(BAND_PRESETS[0], qualification) : []
  return { param, name, bands: ready.length > 0 ? ready : bandsOf(qualification, names) }
}

/** The quotas of the form as a grid: its axes, its cells in completes or percent, and the ways to change them. */
export function useQuotaGrid({ groups, change, flush, context, target, stored }: QuotaGridOptions) {
  const [own, setOwn] = useState<QuotaGrid | null>(null)
  const [typedShares, setTypedShares] = useState<ReadonlyMap<string, string> | null>(null)
  const [unit, setUnit] = useState<Unit>('count')
  const found = gridIn(groups, context.labels, context.names)
  // an empty band has no quota: the axes as they were chosen still have it
  const chosen = own !== null && isWithin(own, groups) ? own : null
  const grid = chosen ?? ('grid' in found ? found.grid : null)
  const sourceTarget = Math.floor(countOf(target))
  const targets = targetsOf(groups)
  const places = grid === null ? [] : placesOf(grid)
  const counts = places.map(({ form }) => countOf(targets.get(form)))
  const shares = sharesOf(counts)
  const shown = new Map(
    places.map(({ form }, at) => {
      const share = shares[at] ?? 0
      return [
        form,
        unit === 'count' ? (targets.get(form) ?? '') : (typedShares?.get(form) ?? (share === 0 ? '' : String(share))),
      ]
    }),
  )
  const restructure = (next: QuotaGrid, now = grid) => {
    setOwn(next)
    setTypedShares(null)
    change(before =>
      withTargets(
        [],
        next,
        next.axes.length === 0
          ? new Map()
          : carriedTargets(targetsOf(before), now === null ? [] : placesOf(now), next, sourceTarget),
        knownIn(before, stored),
      ),
    )
    flush()
  }
  const setTargets = (next: ReadonlyMap<string, string>) => {
    if (grid === null) return
    setOwn(grid)
    setTypedShares(null)
    change(now => withTargets(now, grid, next, knownIn(now, stored)))
  }
  const setParts = (parts: readonly number[]) =>
    setTargets(new Map(places.flatMap(({ form }, at) => ((parts[at] ?? 0) > 0 ? [[form, String(parts[at])]] : []))))
  const setShare = (place: Place, typed: string) => {
    const next = new Map([...shown, [place.form, typed]])
    const numbers = places.map(({ form }) => countOf(next.get(form)))
    const parts = areWhole(sumOf(numbers))
      ? spread(sourceTarget, numbers)
      : numbers.map(number => Math.round((sourceTarget * number) / 100))
    setParts(parts)
    setTypedShares(next)
  }
  return {
    grid,
    why: 'why' in found ? found.why : null,
    places,
    targets,
    counts,
    shown,
    unit,
    sourceTarget,
    /** The sum of the shares as they are shown; null while counts are. */
    shareSum: unit === 'percent' ? sumOf(places.map(({ form }) => countOf(shown.get(form)))) : null,
    showAs: (next: Unit) => {
      setTypedShares(null)
      setUnit(next)
    },
    addAxis: (qualification: SourceQualification) => {
      const before = grid ?? { axes: [], isInterlocked: true }
      restructure({ ...before, axes: ofRangesFirst([...before.axes, axisFrom(qualification, context.names)]) })
    },
    removeAxis: (param: string) => {
      if (grid !== null) restructure({ ...grid, axes: grid.axes.filter(axis => axis.param !== param) })
    },
    setBands: (param: string, bands: readonly Band[]) => {
      if (grid !== null)
        restructure({ ...grid, axes: grid.axes.map(axis => (axis.param === param ? { ...axis, bands } : axis)) })
    },
    interlock: (isInterlocked: boolean) => {
      if (grid !== null) restructure({ ...grid, isInterlocked })
    },
    setCell: (place: Place, typed: string) => {
      if (unit === 'percent') setShare(place, typed)
      else if (grid !== null) {
        setOwn(grid)
        change(now => withCell(now, grid, place, typed, knownIn(now, stored)))
      }
    },
    setTargets: (next: ReadonlyMap<string, string>) => {
      setTargets(next)
      flush()
    },
    setParts: (parts: readonly number[]) => {
      setParts(parts)
      flush()
    },
  }
}

export type OpenQuotaGrid = ReturnType<typeof useQuotaGrid>

/** Numbers and names of quotas by their conditions: those of the form, else the stored ones. */
function knownIn(groups: readonly QuotaGroupValue[], stored: readonly QuotaGroup[]): KnownQuotas {
  const keyed = ({ conditions }: QuotaGroup, quota: Quota) =>
    [formOf([...conditions, ...quota.conditions]), { quota_no: quota.quota_no, name: quota.name }] as const
  return new Map([
    ...stored.flatMap(group => group.quotas.map(quota => keyed(group, quota))),
    ...[...quotasByForm(groups)].map(
      ([form, { value }]) =>
        [form, { name: value.name, ...(value.quota_no === undefined ? {} : { quota_no: value.quota_no }) }] as const,
    ),
  ])
}
