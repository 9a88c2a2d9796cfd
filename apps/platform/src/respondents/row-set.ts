type Value = string | number | boolean | null
type SqlType = 'uuid' | 'int' | 'smallint' | 'bigint' | 'float8' | 'boolean' | 'text'
type Column<Row> = readonly [name: string, type: SqlType, value: (row: Row) => Value]

const NEEDS_ESCAPE = /["\\]/g

/** A PostgreSQL array literal; written out here because a batch has tens of thousands of values. */
export function arrayLiteral(values: readonly Value[]): string {
  let literal = '{'
  for (const value of values) {
    if (literal.length > 1) literal += ','
    if (value === null) literal += 'NULL'
    else if (typeof value === 'string') literal += `"${value.replace(NEEDS_ESCAPE, '\\$&')}"`
    else literal += String(value)
  }
  return `${literal}}`
}

/** Rows that travel to PostgreSQL as one array a column, and stand there as a table by `unnest`. */
export class RowSet<Row> {
  readonly #columns: readonly Column<Row>[]

  constructor(columns: readonly Column<Row>[]) {
    this.#columns = columns
  }

  /** The number of parameters. */
  get width(): number {
    return this.#columns.length
  }

  /** The table expression, its parameters numbered from `first`. */
  from(first: number): string {
    const arrays = this.#columns.map(([, type], at) => `$${first + at}::${type}[]`)
    const names = this.#columns.map(([name]) => name)
    return `unnest(${arrays.join(', ')}) as u(${names.join(', ')})`
  }

  values(rows: readonly Row[]): string[] {
    return this.#columns.map(([, , value]) => arrayLiteral(rows.map(value)))
  }
}
