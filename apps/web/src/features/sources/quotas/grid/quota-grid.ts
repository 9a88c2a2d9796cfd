import { formOf, overlap } from '@desk/schema/sources/quota-faults'
import type { Condition } from '@desk/schema/sources/quals-quotas'
import { numberOrNull } from '#kit/forms/typed-number.ts'
import type { AnswerNames } from '../condition-words.ts'
import {
  evenParts,
  withoutGroup,
  withoutQuota,
  withQuota,
  type QuotaGroupValue,
  type QuotaValue,
} from '../quota-values.ts'
import { bandLabel, type Axis, type Band } from './bands.ts'

/** Axes, and whether a quota is one cell of all of them or one band of one. */
export interface QuotaGrid {
  readonly axes: readonly Axis[]
  readonly isInterlocked: boolean
}

export const AXES_MAX = 3
/** More cells than these are a list. */
export const CELLS_MAX = 300

/** The place of one quota in a grid. */
export interface Place {
  /** The form of its conditions: what identifies a quota. */
  readonly form: string
  /** Made from its conditions: Men 18–24. */
  readonly name: string
  readonly conditions: readonly Condition[]
}

/** A stored or edited quota of a place, which keeps its number and its name. */
export type KnownQuotas = ReadonlyMap<string, Pick<QuotaValue, 'quota_no' | 'name'>>

// a range reads best behind the words: Men 18–24
const nameOf = (bands: readonly Band[]): string =>
  bands
    .toSorted((one, other) => Number(one.condition.in === undefined) - Number(other.condition.in === undefined))
    .map(({ label }) => label)
    .join(' ')

const placeOf = (bands: readonly Band[]): Place => {
  const conditions = bands.map(({ condition }) => condition)
  return { form: formOf(conditions), name: nameOf(bands), conditions }
}

/** Every combination of bands, the last axis fastest. */
export const combinations = (axes: readonly Axis[]): readonly (readonly Band[])[] =>
  axes.reduce<readonly (readonly Band[])[]>(
    (rows, { bands }) => rows.flatMap(row => bands.map(band => [...row, band])),
    [[]],
  )

/** The place of a cell, by its bands in the order of the axes. */
export const cellPlace = placeOf

/** All places of a grid, in the order of the screen: row by row. */
export function placesOf({ axes, isInterlocked }: QuotaGrid): readonly Place[] {
  const [columns, ...rows] = axes
  if (columns === undefined) return []
  if (!isInterlocked) return axes.flatMap(({ bands }) => bands.map(band => placeOf([band])))
  return combinations(rows).flatMap(row => columns.bands.map(band => placeOf([band, ...row])))
}

/** A quota in the groups of the form, with its place there. */
export interface PlacedQuota {
  readonly group: number
  readonly quota: number
  readonly value: QuotaValue
}

/** The quotas of the groups by the form of all their conditions. */
export function quotasByForm(groups: readonly QuotaGroupValue[]): ReadonlyMap<string, PlacedQuota> {
  return new Map(
    groups.flatMap(({ conditions, quotas }, group) =>
      quotas.map((value, quota) => [formOf([...conditions, ...value.conditions]), { group, quota, value }] as const),
    ),
  )
}

/** Whether each quota has a place in this grid. */
export function isWithin(grid: QuotaGrid, groups: readonly QuotaGroupValue[]): boolean {
  const forms = new Set(placesOf(grid).map(({ form }) => form))
  return groups.every(({ target }) => target === '') && [...quotasByForm(groups).keys()].every(form => forms.has(form))
}

export type FoundGrid = { readonly grid: QuotaGrid } | { readonly why: string }

/** The grid that quotas form, or the reason why they form none. Without quotas it has no axis. */
export function gridIn(
  groups: readonly QuotaGroupValue[],
  labels: ReadonlyMap<string, string>,
  names: AnswerNames,
): FoundGrid {
  const withTarget = groups.find(({ target }) => target !== '')
  if (withTarget !== undefined) return { why: `The group ${withTarget.name} has a target of its own.` }
  const quotas = groups.flatMap(({ conditions, quotas: own }) =>
    own.map(quota => ({ name: quota.name, conditions: [...conditions, ...quota.conditions] })),
  )
  const params = [...new Set(quotas.flatMap(({ conditions }) => conditions.map(({ param }) => param)))]
  if (params.length > AXES_MAX) return { why: `The quotas divide by more than ${AXES_MAX} qualifications.` }
  const isInterlocked = params.length < 2 || quotas.some(({ conditions }) => conditions.length > 1)
  const odd = quotas.find(({ conditions }) => conditions.length !== (isInterlocked ? params.length : 1))
  if (odd !== undefined) return { why: `${odd.name || 'A quota'} does not have the qualifications of the others.` }
  const axes: Axis[] = []
  for (const param of params) {
    const found = new Map<string, Condition>()
    for (const { conditions } of quotas)
      for (const condition of conditions) if (condition.param === param) found.set(formOf([condition]), condition)
    const bands = [...found.values()]
      .toSorted((one, other) => (one.min ?? -Infinity) - (other.min ?? -Infinity))
      .map((condition): Band => ({ condition, label: bandLabel(condition, names) }))
    const pair = overlapIn(bands)
    if (pair !== null) return { why: `${pair[0].label} and ${pair[1].label} overlap.` }
    axes.push({ param, name: labels.get(param) ?? param, bands })
  }
  const grid: QuotaGrid = { axes: ofRangesFirst(axes), isInterlocked }
  if (placesOf(grid).length > CELLS_MAX) return { why: `A grid has at most ${CELLS_MAX} cells.` }
  return { grid }
}

/** Ranges have many bands with short names: they are the columns. */
export const ofRangesFirst = (axes: readonly Axis[]): readonly Axis[] =>
  axes.toSorted((one, other) => Number(isCoded(one)) - Number(isCoded(other)))

const isCoded = ({ bands }: Axis): boolean => bands.some(({ condition }) => condition.in !== undefined)

function overlapIn(bands: readonly Band[]): readonly [Band, Band] | null {
  for (const [at, one] of bands.entries()) {
    const other = bands.slice(at + 1).find(({ condition }) => overlap(one.condition, condition))
    if (other !== undefined) return [one, other]
  }
  return null
}

/** The targets of a grid's quotas as they are typed, by form. */
export const targetsOf = (groups: readonly QuotaGroupValue[]): ReadonlyMap<string, string> =>
  new Map([...quotasByForm(groups)].map(([form, { value }]) => [form, value.target]))

/** A typed target as a number; 0 while it is none. */
export const countOf = (typed: string | undefined): number => Math.max(0, numberOrNull(typed ?? '') ?? 0)

/** Sets the target of one place. A quota that exists keeps its number and name; an empty target removes the quota. */
export function withCell(
  groups: readonly QuotaGroupValue[],
  grid: QuotaGrid,
  place: Place,
  typed: string,
  known: KnownQuotas,
): readonly QuotaGroupValue[] {
  const found = quotasByForm(groups).get(place.form)
  if (found !== undefined && typed !== '') return withQuota(groups, found, { target: typed })
  if (found !== undefined) {
    const without = withoutQuota(groups, found)
    return without[found.group]?.quotas.length === 0 ? withoutGroup(without, found.group) : without
  }
  return typed === '' ? groups : withNew(groups, grid, place, typed, known)
}

function withNew(
  groups: readonly QuotaGroupValue[],
  grid: QuotaGrid,
  { form, name, conditions }: Place,
  target: string,
  known: KnownQuotas,
): readonly QuotaGroupValue[] {
  const forms = new Set(conditions.map(condition => formOf([condition])))
  const at = groups.findIndex(group => group.conditions.every(condition => forms.has(formOf([condition]))))
  const group = groups[at] ?? {
    name: grid.axes.map(axis => axis.name).join(grid.isInterlocked ? ' × ' : ', '),
    conditions: [],
    target: '',
    quotas: [],
  }
  const shared = new Set(group.conditions.map(condition => formOf([condition])))
  const quota: QuotaValue = {
    name,
    ...known.get(form),
    conditions: conditions.filter(condition => !shared.has(formOf([condition]))),
    target,
  }
  const order = new Map(placesOf(grid).map((place, index) => [place.form, index]))
  const orderOf = (one: QuotaValue) => order.get(formOf([...group.conditions, ...one.conditions])) ?? -1
  const quotas = [...group.quotas, quota].toSorted((one, other) => orderOf(one) - orderOf(other))
  return at === -1
    ? [...groups, { ...group, quotas }]
    : groups.map((one, index) => (index === at ? { ...one, quotas } : one))
}

/** Sets the targets of all places; a place without one is emptied. */
export const withTargets = (
  groups: readonly QuotaGroupValue[],
  grid: QuotaGrid,
  targets: ReadonlyMap<string, string>,
  known: KnownQuotas,
): readonly QuotaGroupValue[] =>
  placesOf(grid).reduce((now, place) => withCell(now, grid, place, targets.get(place.form) ?? '', known), groups)

/**
 * The targets of another grid: each target goes in equal parts to the places that agree with its own in all common
 * qualifications. Without any, Target (N) is shared equally.
 */
export function carriedTargets(
  before: ReadonlyMap<string, string>,
  places: readonly Place[],
  next: QuotaGrid,
  sourceTarget: number,
): ReadonlyMap<string, string> {
  const nextPlaces = placesOf(next)
  const sums = nextPlaces.map(() => 0)
  for (const place of places) {
    const target = countOf(before.get(place.form))
    const fits = nextPlaces.flatMap((other, at) => (agree(place, other) ? [at] : []))
    const parts = evenParts(target, fits.length)
    for (const [index, at] of fits.entries()) sums[at] = (sums[at] ?? 0) + (parts[index] ?? 0)
  }
  const parts = sums.some(sum => sum > 0) ? sums : evenParts(sourceTarget, nextPlaces.length)
  return new Map(
    nextPlaces.flatMap(({ form }, at) => ((parts[at] ?? 0) > 0 ? [[form, String(parts[at])] as const] : [])),
  )
}

function agree({ conditions: some }: Place, { conditions: others }: Place): boolean {
  const common = some.flatMap(one => {
    const other = others.find(({ param }) => param === one.param)
    return other === undefined ? [] : [formOf([one]) === formOf([other])]
  })
  return common.length > 0 && common.every(Boolean)
}
