/**
 * A condition of a qualification or a quota over one parameter of the entry link: one of a list of codes, or a number
 * within limits, both included.
 */
export type Condition =
  | { readonly param: string; readonly in: readonly string[] }
  | { readonly param: string; readonly min: number | null; readonly max: number | null }

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads a stored condition; null when it is not one. */
export function readCondition(stored: unknown): Condition | null {
  if (!isRecord(stored)) return null
  const { param, min, max } = stored
  const list = stored['in']
  if (typeof param !== 'string' || param === '') return null
  if (Array.isArray(list)) return { param, in: list.map(String) }
  const lowest = typeof min === 'number' ? min : null
  const highest = typeof max === 'number' ? max : null
  return lowest === null && highest === null ? null : { param, min: lowest, max: highest }
}

/** Reads a stored list of conditions; an unreadable one makes the list impossible to meet, not laxer. */
export function readConditions(stored: unknown): readonly Condition[] {
  if (!Array.isArray(stored)) return [readCondition(stored) ?? UNMEETABLE]
  return stored.map(item => readCondition(item) ?? UNMEETABLE)
}

export const UNMEETABLE: Condition = { param: 'unreadable condition', in: [] }

const PLAIN_NUMBER = /^-?\d{1,15}(\.\d{1,6})?$/

export function meetsCondition(condition: Condition, parameters: ReadonlyMap<string, string>): boolean {
  const given = parameters.get(condition.param)
  if (given === undefined) return false
  if ('in' in condition) return condition.in.includes(given)
  if (!PLAIN_NUMBER.test(given)) return false
  const value = Number(given)
  return (condition.min === null || value >= condition.min) && (condition.max === null || value <= condition.max)
}

/** The words of a condition, as Explain shows it. */
export function conditionText(condition: Condition): string {
  if ('in' in condition) return condition.in.length === 0 ? 'nothing' : `one of ${condition.in.join(', ')}`
  if (condition.max === null) return `${condition.min} or more`
  return condition.min === null ? `${condition.max} or less` : `${condition.min} to ${condition.max}`
}

/** Longer than any answer in a condition. */
const MAX_ANSWER_LENGTH = 200

/** The link's answers to the source's qualifications, by parameter; null when the source has none. */
export function answersOf(
  parameters: ReadonlyMap<string, string>,
  qualifications: readonly { readonly condition: Condition }[],
  quotas: readonly { readonly conditions: readonly Condition[] }[],
): Readonly<Record<string, string>> | null {
  if (qualifications.length === 0 && quotas.length === 0) return null
  const asked = new Set([
    ...qualifications.map(({ condition }) => condition.param),
    ...quotas.flatMap(({ conditions }) => conditions.map(({ param }) => param)),
  ])
  return Object.fromEntries(
    [...asked].flatMap(param => {
      const answer = parameters.get(param)
      return answer === undefined ? [] : [[param, answer.slice(0, MAX_ANSWER_LENGTH)] as const]
    }),
  )
}
