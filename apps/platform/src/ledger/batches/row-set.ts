type Value = string | number | boolean | null
export type SqlType = 'uuid' | 'int' | 'smallint' | 'bigint' | 'float8' | 'boolean' | 'text' | 'bytea' | 'timestamptz'
/** Types whose values travel as text and are read by PostgreSQL. */
type ReadFromText = 'inet' | 'jsonb' | 'uuid[]'
export type Column<Row> = readonly [name: string, type: SqlType | ReadFromText, value: (row: Row) => Value]

/** Type ids of PostgreSQL's catalogue, the same in every version. */
const OIDS: Readonly<Record<SqlType, number>> = {
  uuid: 2950,
  int: 23,
  smallint: 21,
  bigint: 20,
  float8: 701,
  boolean: 16,
  text: 25,
  bytea: 17,
  timestamptz: 1184,
}
const FIXED_BYTES: Readonly<Record<Exclude<SqlType, 'text' | 'bytea'>, number>> = {
  uuid: 16,
  int: 4,
  smallint: 2,
  bigint: 8,
  float8: 8,
  boolean: 1,
  timestamptz: 8,
}

const HEADER_BYTES = 20
const LENGTH_BYTES = 4
const MOST_UTF8_BYTES_A_UNIT = 3
/** PostgreSQL counts microseconds from 2000. */
const EPOCH_2000_MS = 946_684_800_000
const TWO_TO_32 = 4_294_967_296

/** Upper bound of what the values take. */
function bytesOf(type: SqlType, values: readonly Value[]): number {
  if (type !== 'text' && type !== 'bytea') return HEADER_BYTES + values.length * (LENGTH_BYTES + FIXED_BYTES[type])
  let bytes = HEADER_BYTES + values.length * LENGTH_BYTES
  for (const value of values) if (typeof value === 'string') bytes += value.length * MOST_UTF8_BYTES_A_UNIT
  return bytes
}

function writeInt64(view: DataView, at: number, value: number): void {
  view.setInt32(at, Math.floor(value / TWO_TO_32))
  view.setUint32(at + 4, value - Math.floor(value / TWO_TO_32) * TWO_TO_32)
}

/** Writes one value; gives its bytes. Every type but text and bytea takes what `FIXED_BYTES` says. */
function writeValue(
  bytes: Buffer,
  view: DataView,
  at: number,
  type: SqlType,
  value: string | number | boolean,
): number {
  switch (type) {
    case 'int':
      view.setInt32(at, Number(value))
      return 4
    case 'smallint':
      view.setInt16(at, Number(value))
      return 2
    case 'bigint':
      writeInt64(view, at, Number(value))
      return 8
    case 'timestamptz':
      writeInt64(view, at, Math.round((Number(value) - EPOCH_2000_MS) * 1000))
      return 8
    case 'float8':
      view.setFloat64(at, Number(value))
      return 8
    case 'boolean':
      bytes[at] = value === true ? 1 : 0
      return 1
    case 'uuid':
      return bytes.write(String(value), at, 16, 'hex')
    case 'text':
      return bytes.write(String(value), at, 'utf8')
    case 'bytea':
      return bytes.write(String(value), at, 'hex')
  }
}

/**
 * A one-dimensional array in PostgreSQL's binary form, as a parameter. A batch has tens of thousands of values, and as text each
 * would be written, escaped and read again. Moments (timestamptz) are given in ms since 1970, a uuid as 32 hex digits, bytes as two each.
 */
export function binaryArray(type: SqlType, values: readonly Value[]): Buffer {
  const bytes = Buffer.allocUnsafe(bytesOf(type, values))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const hasNull = values.includes(null)
  view.setInt32(0, values.length === 0 ? 0 : 1) // dimensions
  view.setInt32(4, hasNull ? 1 : 0)
  view.setInt32(8, OIDS[type])
  if (values.length === 0) return bytes.subarray(0, 12)
  view.setInt32(12, values.length)
  view.setInt32(16, 1) // the first index
  let at = HEADER_BYTES
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? null
    if (value === null) {
      view.setInt32(at, -1)
      at += LENGTH_BYTES
    } else {
      const length = writeValue(bytes, view, at + LENGTH_BYTES, type, value)
      view.setInt32(at, length)
      at += LENGTH_BYTES + length
    }
  }
  return bytes.subarray(0, at)
}

function isReadFromText(type: SqlType | ReadFromText): type is ReadFromText {
  return type === 'inet' || type === 'jsonb' || type === 'uuid[]'
}

/** Rows sent to PostgreSQL as one array per column, and read there as a table by `unnest`. */
export class RowSet<Row> {
  readonly #columns: readonly Column<Row>[]

  constructor(columns: readonly Column<Row>[]) {
    this.#columns = columns
  }

  /** The columns' names, as a list of columns in SQL. */
  get names(): string {
    return this.#columns.map(([name]) => name).join(', ')
  }

  /** The number of parameters. */
  get width(): number {
    return this.#columns.length
  }

  /** The table expression `u`, its parameters numbered from `first`. In the select list, unlike in FROM, nothing is stored in between. */
  from(first: number): string {
    const columns = this.#columns.map(([name, type], at) => {
      const parameter = `$${first + at}`
      return isReadFromText(type)
        ? `unnest(${parameter}::text[])::${type} as ${name}`
        : `unnest(${parameter}::${type}[]) as ${name}`
    })
    return `(select ${columns.join(', ')}) u`
  }

  values(rows: readonly Row[]): Buffer[] {
    return this.#columns.map(([, type, value]) => binaryArray(isReadFromText(type) ? 'text' : type, rows.map(value)))
  }
}
