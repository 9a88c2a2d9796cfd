import {
  DefaultQueryExecutor,
  PostgresAdapter,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryExecutor,
  type QueryResult,
} from 'kysely'
import type { Client, PoolClient, QueryConfig } from 'pg'
import { toDatabaseError } from './errors.ts'
import { createHash } from 'node:crypto'

/** From this use on a text is prepared on a connection; preparing pays only for repeated statements. */
const PREPARE_FROM_USE = 3
/** More texts than our stores have; a text with a list written into it must not fill the server's memory. */
const MOST_NAMES = 500

const uses = new Map<string, number>()
const names = new Map<string, string>()

/**
 * Gives the name under which a statement is prepared on its connection, or undefined while it is rare. Planning costs more than
 * running for most of our reads; the stores' texts are few and constant, so each is planned once a connection.
 */
function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MOST_NAMES) return undefined
  const used = (uses.get(text) ?? 0) + 1
  if (used < PREPARE_FROM_USE) {
    if (uses.size >= MOST_NAMES * 4) uses.clear()
    uses.set(text, used)
    return undefined
  }
  uses.delete(text)
  const name = `desk_${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`
  names.set(text, name)
  return name
}

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
