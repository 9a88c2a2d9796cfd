import pg from 'pg'

const INT8 = 20
const DATE = 1082
const TIMESTAMP = 1114
const NUMERIC = 1700
const XID8 = 5069
const TEXT_ARRAY = 1009
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182
const NUMERIC_ARRAY = 1231

/** A number where it is exact; the text itself beyond 2^53. */
function wholeNumber(text: string): number | string {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : text
}

/**
 * How columns arrive in JavaScript: int8 and xid8 as numbers (as text beyond 2^53), numeric as a number (money is integer cents; cast to
 * text where every digit counts), date as YYYY-MM-DD, timestamp as UTC, timestamptz as Date, json as parsed.
 */
export const columnTypes = new pg.TypeOverrides()

// node-postgres' own parser of text[], whose type says that it takes a number.
const texts = columnTypes.getTypeParser(TEXT_ARRAY) as unknown as (text: string) => (string | null)[]

function arrayOf<A>(element: (text: string) => A): (text: string) => (A | null)[] {
  return text => texts(text).map(item => (item === null ? null : element(item)))
}

columnTypes.setTypeParser(INT8, wholeNumber)
columnTypes.setTypeParser(XID8, wholeNumber)
columnTypes.setTypeParser(NUMERIC, Number)
columnTypes.setTypeParser(DATE, text => text)
columnTypes.setTypeParser(TIMESTAMP, text => new Date(`${text.replace(' ', 'T')}Z`))
columnTypes.setTypeParser(INT8_ARRAY, arrayOf(wholeNumber))
columnTypes.setTypeParser(NUMERIC_ARRAY, arrayOf(Number))
columnTypes.setTypeParser(
  DATE_ARRAY,
  arrayOf(text => text),
)
