import type { Condition, QuotaGroup } from '@desk/schema/sources/quals-quotas'
import { numberOrNull, typedNumber } from '#kit/forms/typed-number.ts'

/** A quota in the editor: its target is the typed text. */
export interface QuotaValue {
  readonly quota_no?: number
  readonly name: string
  readonly conditions: readonly Condition[]
  readonly target: string
}

/** Quotas that share conditions, as they are edited. An empty target is none. */
export interface QuotaGroupValue {
  readonly name: string
  readonly conditions: readonly Condition[]
  readonly target: string
  readonly quotas: readonly QuotaValue[]
}

/** Converts stored quotas for a form, without their counts, which are not editable. */
export function quotaValues(groups: readonly QuotaGroup[]): readonly QuotaGroupValue[] {
  return groups.map(({ name, conditions, target, quotas }) => ({
    name,
    conditions,
    target: target === null ? '' : String(target),
    quotas: quotas.map(quota => ({
      quota_no: quota.quota_no,
      name: quota.name,
      conditions: quota.conditions,
      target: String(quota.target),
    })),
  }))
}

const counted = (typed: string): number => numberOrNull(typed) ?? 0

const withTarget = (typed: string) => {
  const target = typedNumber(typed)
  return target === undefined ? {} : { target }
}

/** The quotas as they are judged and sent. */
export function quotaWire(groups: readonly QuotaGroupValue[]) {
  return groups.map(({ target, quotas, ...group }) => ({
    ...group,
    ...withTarget(target),
    quotas: quotas.map(({ target: own, ...quota }) => ({ ...quota, ...withTarget(own) })),
  }))
}

/** The remainder of a target; null: there is no target above. */
export interface Remainder {
  readonly sum: number
  readonly left: number | null
}

/** The remainders of the source's target, and of each group's own. */
export function remainders(
  sourceTarget: string,
  groups: readonly QuotaGroupValue[],
): { readonly source: Remainder; readonly groups: readonly Remainder[] } {
  const sums = groups.map(({ quotas }) => quotas.reduce((sum, { target }) => sum + counted(target), 0))
  const total = sums.reduce((sum, part) => sum + part, 0)
  const leftOf = (typed: string, sum: number) => (counted(typed) === 0 ? null : counted(typed) - sum)
  return {
    source: { sum: total, left: leftOf(sourceTarget, total) },
    groups: groups.map(({ target }, at) => ({ sum: sums[at] ?? 0, left: leftOf(target, sums[at] ?? 0) })),
  }
}

/** A remainder in words. */
export function remainderWords({ sum, left }: Remainder, whole: string): string {
  if (left === null) return `${sum} allocated`
  if (left === 0) return `all of ${whole} allocated`
  return left > 0 ? `${left} of ${whole} not allocated` : `${-left} more than ${whole}`
}

/** Divides a whole number into nearly equal whole parts; the first ones take the remainder. */
export function evenParts(total: number, count: number): readonly number[] {
  const part = Math.floor(total / Math.max(1, count))
  return Array.from({ length: count }, (_, at) => part + (at < total - part * count ? 1 : 0))
}

/** A line of the sheet: a group's head, or a quota in it. */
export interface QuotaLine {
  readonly group: number
  /** null: the head of the group. */
  readonly quota: number | null
}

/** The groups and their quotas in one list, in the order of the screen. */
export function quotaLines(groups: readonly QuotaGroupValue[]): readonly QuotaLine[] {
  return groups.flatMap(({ quotas }, group) => [
    { group, quota: null },
    ...quotas.map((_, quota) => ({ group, quota })),
  ])
}

const replaced = <T>(list: readonly T[], at: number, change: (item: T) => T): readonly T[] =>
  list.map((item, index) => (index === at ? change(item) : item))

/** Changes a group's own fields. */
export const withGroup = (groups: readonly QuotaGroupValue[], at: number, change: Partial<QuotaGroupValue>) =>
  replaced(groups, at, group => ({ ...group, ...change }))

/** Changes one quota; every other line stays the same object. */
export const withQuota = (
  groups: readonly QuotaGroupValue[],
  { group, quota }: { readonly group: number; readonly quota: number },
  change: Partial<QuotaValue>,
) => replaced(groups, group, own => ({ ...own, quotas: replaced(own.quotas, quota, one => ({ ...one, ...change })) }))

export const withoutGroup = (groups: readonly QuotaGroupValue[], at: number) =>
  groups.filter((_, index) => index !== at)

export const withoutQuota = (
  groups: readonly QuotaGroupValue[],
  { group, quota }: { readonly group: number; readonly quota: number },
) => replaced(groups, group, own => ({ ...own, quotas: own.quotas.filter((_, index) => index !== quota) }))

/**
 * The part of Target (N) available for quotas: the remainder of the other groups. @param besides a group that does not
 * count
 */
export function leftFor(sourceTarget: string, groups: readonly QuotaGroupValue[], besides?: number): number {
  const { left } = remainders(sourceTarget, besides === undefined ? groups : withoutGroup(groups, besides)).source
  return Math.max(0, Math.floor(left ?? 0))
}

/** Gives a group an even part of a target for each of its quotas. */
export function evenGroup(groups: readonly QuotaGroupValue[], at: number, total: number): readonly QuotaGroupValue[] {
  return replaced(groups, at, group => {
    const parts = evenParts(total, group.quotas.length)
    return { ...group, quotas: group.quotas.map((quota, index) => ({ ...quota, target: String(parts[index] ?? 0) })) }
  })
}

/** One answer of a qualification that quotas are made of. */
export interface NamedCode {
  readonly code: string
  readonly name: string
}

/** A group with one quota for each answer, the target shared evenly. */
export function groupOfAnswers(
  { name, param }: { readonly name: string; readonly param: string },
  answers: readonly NamedCode[],
  total: number,
): QuotaGroupValue {
  const parts = evenParts(total, answers.length)
  return {
    name,
    conditions: [],
    target: '',
    quotas: answers.map((answer, at) => ({
      name: answer.name,
      conditions: [{ param, in: [answer.code] }],
      target: String(parts[at] ?? 0),
    })),
  }
}
