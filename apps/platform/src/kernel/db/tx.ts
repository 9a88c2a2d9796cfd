import { DefaultQueryExecutor, PostgresAdapter, PostgresQueryCompiler } from 'kysely'
import type { CompiledQuery, DatabaseConnection, QueryExecutor, QueryResult } from 'kysely'
import type { Client, PoolClient, QueryConfig } from 'pg'
import { toDatabaseError } from './errors.ts'
import { statementName } from './statement-names.ts'

/**
 * An open transaction under its tenant scope. Give it to kysely: ``sql<Row>`select …`.execute(tx)``.
 * Errors arrive typed (errors.ts) where they are typed. It is dead once its callback has ended.
 */
export interface Tx {
  /** kysely asks this; a store does not. */
  getExecutor(): QueryExecutor
  /** The connection itself, for hot paths: named statements, multi-row inserts. Never keep it, never end the transaction on it. */
  readonly client: PoolClient
  /**
   * Does not wait for a sent statement: its answer may come during the callback or after it. If it fails, the transaction fails
   * with its error.
   */
  leave(statement: Promise<unknown>): void
  /** Sends the statements that `send` begins in one write to the connection: each alone is a call of the system, and may wake PostgreSQL for itself. */
  together<Sent>(send: () => Sent): Sent
}

/** node-postgres takes a time-out for one query; its types do not know. */
interface TimedQueryConfig extends QueryConfig<unknown[]> {
  query_timeout?: number
}

/** A client of a pool is a client; its types do not know. */
type PoolClientInside = PoolClient & Pick<Client, 'connection'>

const compiler = new PostgresQueryCompiler()
const adapter = new PostgresAdapter()

/** Of a write in a transaction that may not: a fault of ours in one that only reads, else the server is a standby. */
const READ_ONLY_STATE = '25006'

class TxUsedAfterEnd extends Error {
  constructor() {
    super('This transaction has ended: await every query inside the callback, and do not keep tx')
  }
}

class TxConnection implements DatabaseConnection {
  open = true
  readonly #client: PoolClient
  readonly #readOnly: boolean
  readonly #queryTimeoutMs: number | undefined

  constructor(client: PoolClient, readOnly: boolean, queryTimeoutMs: number | undefined) {
    this.#client = client
    this.#readOnly = readOnly
    this.#queryTimeoutMs = queryTimeoutMs
  }

  get client(): PoolClient {
    if (!this.open) throw new TxUsedAfterEnd()
    return this.#client
  }

  async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    const query: TimedQueryConfig = { text: compiled.sql, values: [...compiled.parameters] }
    const name = statementName(compiled.sql)
    if (name !== undefined) query.name = name
    if (this.#queryTimeoutMs !== undefined) query.query_timeout = this.#queryTimeoutMs
    try {
      const { rows, rowCount } = await this.client.query(query)
      return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) } // the row type is the caller's claim, as in kysely
    } catch (error) {
      if (this.#readOnly && error instanceof Error && 'code' in error && error.code === READ_ONLY_STATE)
        throw new Error('A transaction that only reads tried to write', { cause: error })
      throw toDatabaseError(error) ?? error
    }
  }

  // oxlint-disable-next-line require-yield -- kysely's interface wants a generator; we refuse
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streams are not supported in a scoped transaction: read in pages')
  }
}

export interface OpenTx {
  readonly tx: Tx
  /** The unanswered statements, in order. */
  readonly left: readonly Promise<unknown>[]
  /** Makes it unusable. */
  close(): void
}

/** Wraps a connection on which a transaction was just begun. */
export function openTx(client: PoolClient, readOnly: boolean, queryTimeoutMs?: number): OpenTx {
  const connection = new TxConnection(client, readOnly, queryTimeoutMs)
  const left: Promise<unknown>[] = []
  const executor = new DefaultQueryExecutor(compiler, adapter, { provideConnection: consumer => consumer(connection) })
  return {
    tx: {
      getExecutor: () => executor,
      get client() {
        return connection.client
      },
      leave: statement => {
        statement.catch(() => {}) // the end of the transaction awaits it
        left.push(statement)
      },
      together: send => {
        const { stream } = (client as PoolClientInside).connection
        stream.cork()
        try {
          return send()
        } finally {
          stream.uncork()
        }
      },
    },
    left,
    close: () => {
      connection.open = false
    },
  }
}
