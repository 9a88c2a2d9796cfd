import { canonicalJson, hash64 } from '../../src/journal/fingerprint.ts'

/** A longer value is written as its origin in the event, or cut off with a hash of the whole. */
const MAX_VALUE_LENGTH = 140
const BEGINNING_LENGTH = 60

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function valueText(value: unknown, event: Fields): string {
  if (value === undefined) return 'gone'
  const text = canonicalJson(value)
  if (text.length <= MAX_VALUE_LENGTH) return text
  const from = Object.keys(event).find(key => canonicalJson(event[key]) === text)
  return from === undefined ? `${text.slice(0, BEGINNING_LENGTH)}… #${hash64(text)}` : `← event.${from}`
}

interface Change {
  readonly name: string
  readonly is: unknown
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || ((one === undefined) === (other === undefined) && canonicalJson(one) === canonicalJson(other))

const changes = (before: Fields, after: Fields, path: string): readonly Change[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted().flatMap(key => {
    const [was, is] = [before[key], after[key]]
    if (isSame(was, is)) return []
    const name = `${path}${key}`
    return isFields(was) && isFields(is) ? changes(was, is, `${name}.`) : [{ name, is }]
  })

/** Names the fields of a context that differ, nested ones by their path: 'topics.survey:1.phase'. */
export const changedFields = (before: object, after: object): readonly string[] =>
  changes({ ...before }, { ...after }, '').map(({ name }) => name)

/**
 * Says what an event changed in a machine's context, field by field: 'callNo 2', 'topics.survey:1.phase "reading"'. A removed
 * field is 'gone'; a long value that came with the event is named by the event's field.
 * @param before the context before the event; empty to have all of `after` written
 * @param after the context after it
 * @param event what happened; its fields are used only for long values
 */
export const contextChanges = (before: object, after: object, event: object = {}): readonly string[] =>
  changes({ ...before }, { ...after }, '').map(({ name, is }) => `${name} ${valueText(is, { ...event })}`)
