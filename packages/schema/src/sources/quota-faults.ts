import type { Condition, QualsQuotasInput, QuotaGroupInput, QuotaProblem, SourceQualification } from './quals-quotas.ts'

/** The conditions of a quota with those of its group, in a fixed form: two quotas with the same one are the same quota. */
export function formOf(conditions: readonly Condition[]): string {
  const parts = conditions.map(({ param, in: codes, min = null, max = null }) =>
    JSON.stringify(codes ? [param, codes.toSorted()] : [param, min, max]),
  )
  return parts.toSorted().join('\n')
}

const text = (path: readonly (string | number)[]): readonly string[] => path.map(String)

/**
 * Finds duplicates: of a qualification, of a precode within one quota and its group, of a quota's number, or of all the
 * conditions of a quota. Duplicates cannot be stored. It walks the quotas once.
 */
export function repeatedInQuotas({
  qualifications,
  quota_groups: groups,
}: Pick<QualsQuotasInput, 'qualifications' | 'quota_groups'>): readonly QuotaProblem[] {
  const faults: QuotaProblem[] = []
  const seenParams = new Set<string>()
  for (const [at, { param }] of qualifications.entries()) {
    if (seenParams.has(param))
      faults.push({ path: text(['qualifications', at, 'param']), message: `Qualification ${param} is there twice` })
    seenParams.add(param)
  }
  const numbers = new Set<number>()
  const names = new Map<string, string>()
  for (const [groupAt, group] of groups.entries()) {
    const shared = group.conditions ?? []
    faults.push(...repeatedParams(shared, [], ['quota_groups', groupAt, 'conditions']))
    for (const [at, quota] of group.quotas.entries()) {
      const path = ['quota_groups', groupAt, 'quotas', at] as const
      faults.push(...repeatedParams(quota.conditions, shared, [...path, 'conditions']))
      if (quota.quota_no !== undefined) {
        if (numbers.has(quota.quota_no))
          faults.push({ path: text([...path, 'quota_no']), message: `Quota ${quota.quota_no} is there twice` })
        numbers.add(quota.quota_no)
      }
      const all = [...shared, ...quota.conditions]
      if (all.length === 0) faults.push({ path: text([...path, 'conditions']), message: 'A quota needs a condition' })
      const form = formOf(all)
      const same = names.get(form)
      if (all.length > 0 && same !== undefined)
        faults.push({ path: text([...path, 'conditions']), message: `Quota ${same} has the same conditions` })
      else names.set(form, quota.name)
    }
  }
  return faults
}

function repeatedParams(
  conditions: readonly Condition[],
  before: readonly Condition[],
  path: readonly (string | number)[],
): readonly QuotaProblem[] {
  const seen = new Set(before.map(({ param }) => param))
  return conditions.flatMap(({ param }, at) => {
    const isSeen = seen.has(param)
    seen.add(param)
    return isSeen ? [{ path: text([...path, at, 'param']), message: `${param} is there twice` }] : []
  })
}

interface Answers {
  readonly condition: Condition
  readonly codes: ReadonlySet<string> | null
}
interface NamedAnswers extends Answers {
  readonly name: string
}

const answersIn = (condition: Condition): Answers => ({
  condition,
  codes: condition.in ? new Set(condition.in) : null,
})

/** Whether an answer that is a number lies within limits. */
function isWithin(code: string, { min = null, max = null }: Condition): boolean {
  const value = Number(code)
  return (
    code.trim() !== '' && Number.isFinite(value) && (min === null || value >= min) && (max === null || value <= max)
  )
}

/** Whether two conditions on the same qualification overlap: one answer meets both. */
export const overlap = (one: Condition, other: Condition): boolean => canMeetBoth(answersIn(one), other)

function canMeetBoth(answers: Answers, condition: Condition): boolean {
  const { codes, condition: other } = answers
  if (condition.in !== undefined) return condition.in.some(code => (codes ? codes.has(code) : isWithin(code, other)))
  if (other.in !== undefined) return other.in.some(code => isWithin(code, condition))
  const lowest = Math.max(condition.min ?? -Infinity, other.min ?? -Infinity)
  return lowest <= Math.min(condition.max ?? Infinity, other.max ?? Infinity)
}

/** The words of a condition for people. */
export function conditionLabel({ in: codes, min = null, max = null }: Condition): string {
  if (codes !== undefined)
    return codes.length > 5 ? `one of ${codes.slice(0, 5).join(', ')} and ${codes.length - 5} more` : codes.join(', ')
  if (max === null) return `${min} or more`
  return min === null ? `${max} or less` : `${min} to ${max}`
}

/** Says whether the account or the library has a qualification of this precode; of a code, whether it is an answer of that qualification. */
export type IsKnown = (precode: string, code?: string) => boolean

/** The source's data that quotas are checked against. */
export interface JudgedQuotas {
  /** Target (N) of the source. */
  readonly respondents: number
  readonly qualifications: readonly SourceQualification[]
  readonly quota_groups: readonly Pick<QuotaGroupInput, 'name' | 'conditions' | 'target' | 'quotas'>[]
}

/**
 * Finds why quotas cannot be met: conditions outside the source's own qualifications, targets that add up to more than their
 * group's or the source's, precodes that no qualification has, answers of which none is an option any more. A draft may have such
 * faults; a launch is refused. The path of an unknown precode ends with `param`, that of unknown answers with `in`.
 */
export function quotaProblems(
  { respondents, qualifications, quota_groups: groups }: JudgedQuotas,
  isKnown: IsKnown,
): readonly QuotaProblem[] {
  const problems: QuotaProblem[] = []
  const answers = new Map<string, NamedAnswers>()
  for (const [at, { name, ...condition }] of qualifications.entries()) {
    answers.set(condition.param, { name, ...answersIn(condition) })
    problems.push(...unknownIn(condition, ['qualifications', at], isKnown))
  }
  const judge = (conditions: readonly Condition[], path: readonly (string | number)[]) => {
    for (const [at, condition] of conditions.entries()) {
      const own = answers.get(condition.param)
      // a precode that the source itself asks for was checked with the source
      if (own === undefined || isKnown(condition.param)) problems.push(...unknownIn(condition, [...path, at], isKnown))
      if (own !== undefined && !canMeetBoth(own, condition)) {
        problems.push({
          path: text([...path, at]),
          message: `No respondent can meet this: the source takes ${own.name} ${conditionLabel(own.condition)} alone`,
        })
      }
    }
  }
  let sum = 0
  for (const [groupAt, group] of groups.entries()) {
    judge(group.conditions ?? [], ['quota_groups', groupAt, 'conditions'])
    for (const [at, quota] of group.quotas.entries())
      judge(quota.conditions, ['quota_groups', groupAt, 'quotas', at, 'conditions'])
    const targets = group.quotas.reduce((total, { target }) => total + target, 0)
    sum += targets
    if (group.target != null && targets > group.target)
      problems.push({
        path: text(['quota_groups', groupAt, 'target']),
        message: `The quotas of ${group.name} add up to ${targets}, more than its target of ${group.target}`,
      })
  }
  if (sum > respondents)
    problems.push({
      path: ['quota_groups'],
      message: `The quotas add up to ${sum}, more than the Target (N) of ${respondents}`,
    })
  return problems
}

function unknownIn(
  { param, in: codes, ...limits }: Condition,
  path: readonly (string | number)[],
  isKnown: IsKnown,
): readonly QuotaProblem[] {
  if (!isKnown(param)) return [{ path: text([...path, 'param']), message: `No qualification has the precode ${param}` }]
  if (codes === undefined || codes.some(code => isKnown(param, code))) return []
  return [
    {
      path: text([...path, 'in']),
      message: `${param} has no option with the precode ${conditionLabel({ param, in: codes, ...limits })}`,
    },
  ]
}
