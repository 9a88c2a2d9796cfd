import { Schema, SchemaTransformation } from 'effect'
import { GREATEST_ID } from './greatest-id.ts'

const WHOLE = /^(?:0|-?[1-9]\d{0,15})$/

/**
 * A whole number in an address: in decimal digits alone, so that one number has one address; `1e3`, `0x10`, `1.0` and ` 1` are
 * none.
 */
export const wholeFromText = (minimum: number, maximum: number) =>
  // worded as the range is, of which it is a part
  Schema.String.check(Schema.isPattern(WHOLE, { message: `Expected a value between ${minimum} and ${maximum}` })).pipe(
    Schema.decodeTo(Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum, maximum }))),
  )

/** Ids are positive whole numbers; a query or path carries them as decimal text. */
export const Id = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: GREATEST_ID }))
export const IdFromText = wholeFromText(1, GREATEST_ID)

/** Counts the changes of an object: of its form, its status or its figures, each by a version of its own. An edit sends back the one that it saw. */
// an object of its own: the generated schemas of answers name each schema by what it is
export const Version = Schema.Int.annotate({})

/** A moment on the wire: ISO 8601 in UTC with milliseconds. */
export const IsoInstant = Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/))

/** Decodes an instant that may name its offset from UTC into one in UTC. @param asked judges it as it is sent @param utc judges it in UTC */
export const withOffset = (asked: Schema.String, utc: Schema.String) =>
  asked.pipe(Schema.decodeTo(utc, SchemaTransformation.transform({ decode: inUtc, encode: (text: string) => text })))

/** The same in a request: a moment that exists, in UTC or with an offset from it, which decodes to UTC. */
export const AskedInstant = withOffset(
  Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+ -]\d\d:\d\d)$/)),
  IsoInstant.check(Schema.makeFilter(isOfCalendar)),
)

const OFFSET = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(\.\d{1,6})?([+ -]\d\d:\d\d)$/

/** A query whose plus sign is not encoded arrives with a space. Text that names no offset, or no moment, stays as it is. */
function inUtc(text: string): string {
  const [, local = '', fraction = '', offset = ''] = OFFSET.exec(text) ?? []
  const ms = Date.parse(`${local}${offset.replace(' ', '+')}`)
  if (Number.isNaN(ms) || !isOfCalendar(`${local}Z`)) return text
  return `${new Date(ms).toISOString().slice(0, 19)}${fraction}Z`
}

/** JavaScript finds another day for 30 February, and knows a year 0; PostgreSQL takes neither. */
function isOfCalendar(text: string): boolean {
  const ms = Date.parse(text)
  return (
    Number.isFinite(ms) && !text.startsWith('0000') && new Date(ms).toISOString().slice(0, 10) === text.slice(0, 10)
  )
}

/** An RDUD: the account in base 36, a dash, 32 hex digits of a UUIDv7; its time names the ledger's partition. */
export const RDUD_PATTERN = /^[0-9a-z]{1,7}-[0-9a-f]{32}$/
