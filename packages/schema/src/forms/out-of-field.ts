import { Schema } from 'effect'
import { withOffset } from '../ids/ids.ts'

/** The earliest year of an out-of-field date (§5.7), and the last one that a date picker has (§9.10). */
export const OUT_OF_FIELD_YEAR_MIN = 2019
export const OUT_OF_FIELD_YEAR_MAX = 2099

const REQUIRED = 'Out of field date is required'
/** The message for a text that is no date, or a date outside the years of the pickers. */
const INVALID_DATE = 'Please enter a valid date'
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/

/** Whether a text is an instant in UTC on a day that exists, in a year that date pickers have. */
function isPickedInstant(text: string): boolean {
  if (!INSTANT.test(text)) return false
  const at = new Date(text)
  const [day] = text.split('T')
  // Date reads 31 February as 3 March, so the date must read back as it was sent
  const isReal = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day ?? '')
  return isReal && at.getUTCFullYear() >= OUT_OF_FIELD_YEAR_MIN && at.getUTCFullYear() <= OUT_OF_FIELD_YEAR_MAX
}

const picked = Schema.String.check(Schema.makeFilter(isPickedInstant, { message: INVALID_DATE }))

/** An instant in a year that date pickers have, in UTC or with an offset from it, which decodes to UTC. */
export const PickedInstant = withOffset(Schema.String, picked)

/** When field work ends (§5.7, §5.15): required, a real date, not earlier than 2019. */
export const OutOfFieldDate = withOffset(
  Schema.String.annotate({ message: REQUIRED }).check(
    Schema.makeFilter((text: string) => text.trim() !== '', { message: REQUIRED }).abort(),
  ),
  picked,
).annotateKey({ messageMissingKey: REQUIRED })
