import type { Condition, SourceQualification } from './quals-quotas.ts'
import { conditionLabel, type JudgedQuotas } from './quota-faults.ts'

/** More groups than this are not compared: nothing is said about them. */
const CELLS_MAX = 5_000

/** The most groups without a quota that a note names. */
const GROUPS_SHOWN = 3

/** The source's data that coverage is found in. */
export interface CoveredQuotas {
  readonly qualifications: readonly SourceQualification[]
  readonly quota_groups: readonly {
    readonly conditions?: readonly Condition[]
    readonly quotas: readonly { readonly conditions: readonly Condition[] }[]
  }[]
}

/** Respondents whose answers to one qualification meet the same conditions of all quotas. */
interface Part {
  readonly words: string
  readonly isIn: (condition: Condition) => boolean
}

const isWhole = (limit: number | null | undefined): boolean => limit == null || Number.isInteger(limit)

/** The parts of the answers that are codes; without a qualification, any other answer is a part as well. */
function partsByCode(
  name: string,
  own: Condition | undefined,
  conditions: readonly Condition[],
): readonly Part[] | null {
  const isIn = (code: string) => (condition: Condition) =>
    condition.in?.includes(code) ??
    (Number(code) >= (condition.min ?? -Infinity) && Number(code) <= (condition.max ?? Infinity))
  const asked = [...new Set(conditions.flatMap(condition => condition.in ?? []))]
  if (own !== undefined && own.in === undefined) return null
  const codes = own?.in ?? asked
  const other: readonly Part[] =
    own === undefined
      ? [{ words: `${name} other than ${conditionLabel({ param: '', in: asked })}`, isIn: () => false }]
      : []
  return [...codes.map(code => ({ words: `${name} ${code}`, isIn: isIn(code) })), ...other]
}

/** The parts of the answers that are whole numbers: they begin where a condition begins, or behind its end. */
function partsByNumber(
  name: string,
  own: Condition | undefined,
  conditions: readonly Condition[],
): readonly Part[] | null {
  const all = own === undefined ? conditions : [own, ...conditions]
  if (!all.every(({ min, max }) => isWhole(min) && isWhole(max))) return null
  const [lowest, highest] = [own?.min ?? -Infinity, own?.max ?? Infinity]
  const beginnings = conditions.flatMap(({ min, max }) => [
    ...(min == null ? [] : [min]),
    ...(max == null ? [] : [max + 1]),
  ])
  const starts = [...new Set([lowest, ...beginnings.filter(at => at > lowest && at <= highest)])].toSorted(
    (a, b) => a - b,
  )
  return starts.map((from, at) => {
    const to = (starts[at + 1] ?? highest + 1) - 1
    const limits = { min: Number.isFinite(from) ? from : null, max: Number.isFinite(to) ? to : null }
    return {
      words: `${name} ${conditionLabel({ param: '', ...limits })}`,
      isIn: ({ min, max }) => from >= (min ?? -Infinity) && to <= (max ?? Infinity),
    }
  })
}

function partsOf(
  param: string,
  qualifications: readonly SourceQualification[],
  conditions: readonly Condition[],
): readonly Part[] | null {
  const own = qualifications.find(each => each.param === param)
  const isCoded = conditions.some(condition => condition.in !== undefined) || own?.in !== undefined
  return (isCoded ? partsByCode : partsByNumber)(own?.name ?? param, own, conditions)
}

/**
 * Finds the respondents whom the qualifications of a source take and none of its quotas does: they become overquotas.
 * @returns the groups in words, the widest first; none where a source has no quotas, or too many combinations
 */
export function groupsWithoutQuota({ qualifications, quota_groups: groups }: CoveredQuotas): readonly string[] {
  const quotas = groups.flatMap(({ conditions: shared = [], quotas: own }) =>
    own.map(({ conditions }) => [...shared, ...conditions]),
  )
  if (quotas.length === 0) return []
  const params = [...new Set(quotas.flat().map(({ param }) => param))]
  const axes: { param: string; parts: readonly Part[] }[] = []
  for (const param of params) {
    const asked = quotas.flat().filter(each => each.param === param)
    const parts = partsOf(param, qualifications, asked)
    if (parts === null) return []
    axes.push({ param, parts })
  }
  if (axes.reduce((cells, { parts }) => cells * parts.length, 1) > CELLS_MAX) return []
  const cells = axes.reduce<readonly (readonly Part[])[]>(
    (before, { parts }) => before.flatMap(cell => parts.map(part => [...cell, part])),
    [[]],
  )
  const isTaken = (cell: readonly Part[]) =>
    quotas.some(conditions =>
      conditions.every(condition => cell[params.indexOf(condition.param)]?.isIn(condition) === true),
    )
  const without = cells.filter(cell => !isTaken(cell))
  const taken = new Set(cells.filter(isTaken).flat())
  // a part that no quota takes with anything is said once, not with each part of the others
  const whole = [...new Set(without.flat())].filter(part => !taken.has(part))
  const rest = without.filter(cell => !cell.some(part => whole.includes(part)))
  return [...whole.map(({ words }) => words), ...rest.map(cell => cell.map(({ words }) => words).join(', '))]
}

/** The notes of a launch about quotas (docs/decisions/0099). */
export type QuotaNote =
  | { readonly kind: 'quotas_short'; readonly quotas: number; readonly target: number }
  | { readonly kind: 'without_quota'; readonly groups: readonly string[]; readonly count: number }

/** Gives the notes of quotas that add up to less than the target, or that leave respondents out. */
export function quotaNotes(
  source: Pick<JudgedQuotas, 'respondents' | 'qualifications' | 'quota_groups'>,
): readonly QuotaNote[] {
  const all = source.quota_groups.flatMap(group => group.quotas)
  const quotas = all.reduce((total, { target }) => total + target, 0)
  const groups = groupsWithoutQuota(source)
  return [
    ...(all.length > 0 && quotas < source.respondents
      ? [{ kind: 'quotas_short', quotas, target: source.respondents } as const]
      : []),
    ...(groups.length > 0
      ? [{ kind: 'without_quota', groups: groups.slice(0, GROUPS_SHOWN), count: groups.length } as const]
      : []),
  ]
}
