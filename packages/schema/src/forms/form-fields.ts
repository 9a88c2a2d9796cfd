import { Schema } from 'effect'
import { Id } from '../ids/ids.ts'
import { isSeen } from './one-spaced.ts'

const isId = Schema.is(Id)

// control characters and bidirectional marks: names appear in lists, mails and exports
const ODD = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u

interface Rule<A> {
  readonly isMet: (value: A) => boolean
  readonly message: string
}

// the first broken rule ends the validation of a field: a field shows one fault at a time (§8.7)
const ruleOf = <A>({ isMet, message }: Rule<A>) => Schema.makeFilter(isMet, { message }).abort()

/**
 * A required text, with the spec's message for when it is missing; surrounding spaces do not count, nor what no page shows.
 * @param label begins the messages for text that is too long or holds control characters
 * @param required §5's text for an empty one; by default '<label> is required'
 * @param maxLength in UTF-16 units, after trimming
 * @returns the schema of a struct's field; it decodes to the text as typed
 */
export function requiredText({
  label,
  required = `${label} is required`,
  maxLength = 200,
}: {
  readonly label: string
  readonly required?: string
  readonly maxLength?: number
}) {
  return Schema.String.annotate({ message: required })
    .check(
      ruleOf({ isMet: isSeen, message: required }),
      ruleOf({
        isMet: (text: string) => text.trim().length <= maxLength,
        message: `${label} must be at most ${maxLength} characters`,
      }),
      ruleOf({ isMet: (text: string) => !ODD.test(text), message: `${label} must not contain control characters` }),
    )
    .annotateKey({ messageMissingKey: required })
}

/**
 * A number, with the spec's messages: `required` when it is missing, `invalid` when it is no finite number, then each rule's own.
 * On the wire it is a JSON number; a form omits an empty one and passes text that is no number on unchanged, so that form and
 * server give the same message.
 */
export function requiredNumber({
  required,
  invalid = required,
  rules,
}: {
  readonly required: string
  readonly invalid?: string
  readonly rules: readonly Rule<number>[]
}) {
  return Schema.Number.annotate({ message: invalid })
    .check(Schema.isFinite({ message: invalid }).abort(), ...rules.map(ruleOf))
    .annotateKey({ messageMissingKey: required })
}

/** The id of something chosen from a list, with the message for when nothing is chosen. */
export function requiredChoice(required: string) {
  return Schema.Number.annotate({ message: required })
    .check(Schema.isFinite({ message: required }).abort(), ruleOf({ isMet: isId, message: required }))
    .annotateKey({ messageMissingKey: required })
}

/** Rules for numbers that several forms share. */
export const atLeast = (minimum: number, message: string): Rule<number> => ({
  isMet: value => value >= minimum,
  message,
})
export const atMost = (maximum: number, message: string): Rule<number> => ({
  isMet: value => value <= maximum,
  message,
})
export const whole = (message: string): Rule<number> => ({ isMet: Number.isInteger, message })
/** At most so many decimals, as many as the column stores. */
export const decimals = (most: number, message: string): Rule<number> => ({
  isMet: value => Math.abs(value * 10 ** most - Math.round(value * 10 ** most)) < 1e-6,
  message,
})
/** Money is typed in units with cents (decisions/0003). */
export const inCents = (message: string): Rule<number> => decimals(2, message)

/** An optional field: missing and null mean the same, and a given value follows the rules of the required field. */
export function optional<S extends Schema.Top>(field: S, invalid: string) {
  return Schema.optionalKey(Schema.NullOr(field).annotate({ message: invalid }))
}
