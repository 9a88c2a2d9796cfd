import { DefaultQueryExecutor, PostgresAdapter, PostgresQueryCompiler, sql, type RawBuilder } from 'kysely'
import { createHash } from 'node:crypto'
import pg from 'pg'
import type { PoolClient, QueryArrayResult, QueryResult } from 'pg'
import { openingStatements, scopeStatements, type Scope } from './scope.ts'
import { timed } from './timed.ts'

/**
 * SQL that names the snapshot of a query: if two queries give the same name, nothing was committed between them, and every row is
 * unchanged. A restarted server starts another series of names.
 */
const SNAPSHOT_NAME = `concat_ws(' ', pg_postmaster_start_time(), pg_current_snapshot())`

/** A query that each connection plans once, to run with others in one round trip. */
export interface PreparedRead<Row> {
  readonly name: string
  readonly text: string
  readonly parameterTypes: readonly string[]
  /** The row type, as claimed by its author, as in kysely; exists in types only. */
  readonly row?: Row
}

/** A prepared read with its values, and under which scope it sees rows. */
export interface ScopedRead<Row> {
  readonly scope: Scope
  readonly read: PreparedRead<Row>
  readonly values: readonly (number | string | Buffer)[]
}

export type RowsOf<Reads extends readonly ScopedRead<unknown>[]> = {
  -readonly [Index in keyof Reads]: Reads[Index] extends ScopedRead<infer Row> ? Row[] : never
}

const compiler = {
  getExecutor: () =>
    new DefaultQueryExecutor(new PostgresQueryCompiler(), new PostgresAdapter(), {
      provideConnection: () => Promise.reject(new Error('This only compiles')),
    }),
}

/**
 * Prepares a query whose values are written as `sql.raw('$1')`, `sql.raw('$2')`, …
 * @param parameterTypes their PostgreSQL types, in that order
 */
export function preparedRead<Row>(parameterTypes: readonly string[], query: RawBuilder<Row>): PreparedRead<Row> {
  const { sql: text, parameters } = query.compile(compiler)
  if (parameters.length > 0) throw new Error('A prepared read takes its values as $1, $2, …, and constants by sql.lit')
  return { name: `desk_read_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`, text, parameterTypes }
}

/** Gives the name of the snapshot that it is read in. */
export const SNAPSHOT: PreparedRead<{ name: string }> = preparedRead([], sql.raw(`select ${SNAPSHOT_NAME} as name`))

const preparedOn = new WeakMap<PoolClient, Set<string>>()

/** The time-out of a read: these reads are short, so a longer one means that the server hangs, and its callers should learn that. */
const READS_TIMEOUT_MS = 3_000

/** Runs the reads on a connection in one read-only transaction of one round trip: one snapshot for all. After an error the connection is not to be used again. */
export async function runReads<const Reads extends readonly ScopedRead<unknown>[]>(
  client: PoolClient,
  reads: Reads,
): Promise<RowsOf<Reads>> {
  const [first] = reads
  if (!first) return [] as unknown as RowsOf<Reads> // no reads, no rows
  const prepared = preparedOn.get(client) ?? new Set()
  preparedOn.set(client, prepared)
  const statements = [...openingStatements(first.scope, true, undefined, 'generic')]
  const places: number[] = []
  let scope = first.scope
  for (const { scope: own, read, values } of reads) {
    if (own !== scope) statements.push(...scopeStatements((scope = own)))
    // under its own role: row-level security is part of the plan
    if (!prepared.has(read.name))
      statements.push(
        `prepare ${read.name} ${read.parameterTypes.length > 0 ? `(${read.parameterTypes.join(', ')}) ` : ''}as ${read.text}`,
      )
    prepared.add(read.name)
    places.push(
      statements.push(`execute ${read.name}${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`) - 1,
    )
  }
  statements.push('commit')
  // node-postgres gives one result a statement, which its types do not know
  const results = (await client.query(timed(statements.join('; '), READS_TIMEOUT_MS))) as unknown as (
    | QueryResult
    | QueryArrayResult
  )[]
  return places.map(place => results[place]?.rows ?? []) as RowsOf<Reads>
}

function literal(value: number | string | Buffer): string {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new RangeError(`A prepared read takes whole numbers, not ${value}`)
    return String(value)
  }
  return typeof value === 'string' ? pg.escapeLiteral(value) : `'\\x${value.toString('hex')}'`
}
