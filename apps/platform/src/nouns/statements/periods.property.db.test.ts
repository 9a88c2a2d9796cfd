import { readCsv } from '@desk/schema/statements/statement-csv'
import { STATEMENT_COLUMNS } from '@desk/schema/statements/statement-file'
import { verifyStatement } from '@desk/schema/statements/verify-statement'
import { callerOf } from '#testing/caller'
import { sql } from 'kysely'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Actor } from '#kernel/edits/edit'
import { createLedger } from '#ledger/batches/ledger'
import { formatRdud, pastRdudHex } from '#ledger/facts/rdud'
import { CODES } from '#ledger/facts/tally'
import { back } from '#ledger/testing/operations'
import { makeStudy } from '#ledger/testing/study'
import { useDatabase } from '#testing/database/harness'
import { StudyMaker } from '#testing/study'
import { takeForm } from '../reconciliation/make-request.ts'
import { findWindow } from '../reconciliation/requests.store.ts'
import { decideDispute } from '../reconciliation/disputes/decide-dispute.ts'
import { raiseDispute } from '../reconciliation/disputes/raise-dispute.ts'
import { storeRequest } from '../reconciliation/store-request.ts'
import { closePeriod } from './close-period.ts'
import { nextMonth, type Month } from './months.ts'
import { sumOpen } from './movements.store.ts'
import { findCalendar } from './periods.store.ts'
import { statementKey } from './statement-keys.ts'
import { nodeCrypto } from './node-crypto.ts'
import { signedCsv } from './signed-files.ts'
import { statementRows } from './statement-lines-file.ts'
import { findStatement, listStatements } from './statements.store.ts'
import seeds from './seeds.json' with { type: 'json' }

const fresh = useDatabase()
const KEY = statementKey('the desk of the tests')
const START = Date.UTC(2026, 7, 20, 12)
const HOUR_MS = 3_600_000
const SUMMED = [...CODES.map(code => `code_${code}`), 'priced_completes', 'expense_cents', 'revenue_cents'].join()
const AMOUNT = STATEMENT_COLUMNS.indexOf('amount_cents')

const step = fc.record({
  hours: fc.integer({ min: 0, max: 200 }),
  pick: fc.nat(),
  what: fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('enter' as const),
        code: fc.constantFrom('1000', '1000', '1000', '2000'),
        test: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('overrule' as const), code: fc.constantFrom('1000', '2000') }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('reconcile' as const), accepts: fc.boolean() }) },
    { weight: 2, arbitrary: fc.constant({ kind: 'undo' as const }) },
    { weight: 2, arbitrary: fc.constant({ kind: 'overturn' as const }) },
    { weight: 2, arbitrary: fc.constant({ kind: 'close' as const }) },
  ),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

interface Person {
  readonly hex: string
  readonly code: number
  readonly isTest: boolean
  readonly supplierId: number
  readonly cents: number | null
}

const isBilled = (person: Person | undefined): boolean =>
  person !== undefined && !person.isTest && (person.code === 30 || person.code === 51)

/** One account through some months; the test keeps its own books beside the tables. */
class Months {
  readonly #database: DeskDatabase
  readonly #study: Awaited<ReturnType<typeof makeStudy>>
  readonly #actor: Omit<Actor, 'at'>
  readonly #zone: string
  readonly #ledger
  #nowMs = START
  /** By their RDUDs. */
  #people = new Map<string, Person>()
  /** When a return last ended the interview of each: the month of their complete. */
  readonly #endedAtMs = new Map<string, number>()
  /** The month of the complete that counts: what takes it back, however late, belongs to the same month. */
  readonly #completeOf = new Map<string, Month>()
  /** What this test books: by month and supplier. */
  readonly #books = new Map<string, { lines: number; cents: number }>()
  #firstOpen: Month
  readonly #frozen = new Map<Month, unknown>()
  /** What a step found wrong. */
  readonly #faults: unknown[] = []
  #newcomers = 0

  private constructor(
    database: DeskDatabase,
    study: Awaited<ReturnType<typeof makeStudy>>,
    actor: Omit<Actor, 'at'>,
    zone: string,
  ) {
    this.#database = database
    this.#study = study
    this.#actor = actor
    this.#zone = zone
    this.#ledger = createLedger(database, { nowMs: () => this.#nowMs })
    this.#firstOpen = this.#monthOf(START)
  }

  static async open(database: DeskDatabase): Promise<Months> {
    const study = await database.asSystem(tx =>
      makeStudy(tx, {
        suppliers: 2,
        sources: [{ supplyPriceCents: 133 }, { supplierPriceCents: 250 }],
      }),
    )
    const { accountId } = study
    const { userId } = await new StudyMaker(database).user({ accountId })
    const { zone } = await database.readAsAccount(accountId, tx => findWindow(tx, accountId))
    return new Months(database, study, callerOf({ accountId, userId }), zone)
  }

  #monthOf(atMs: number): Month {
    const parts = new Intl.DateTimeFormat('en-CA', { timeZone: this.#zone, year: 'numeric', month: '2-digit' })
    return parts.format(new Date(atMs)).slice(0, 7)
  }

  get #actorNow(): Actor {
    return { ...this.#actor, at: new Date(this.#nowMs) }
  }

  async take({ hours, pick, what }: Step): Promise<void> {
    this.#nowMs += hours * HOUR_MS
    const { accountId } = this.#study
    const ended = [...this.#endedAtMs.keys()]
    const one = ended[pick % Math.max(1, ended.length)]
    if (what.kind === 'enter') await this.#enter(pick, what.code, what.test && pick % 4 === 0)
    else if (what.kind === 'overrule' && one !== undefined) {
      const was = this.#people.get(one)?.code
      await this.#ledger.write(accountId, [
        back(one, what.code, { atMs: this.#nowMs, viaServer: true, parameters: null }),
      ])
      const { rows } = await this.#states()
      if (rows.find(({ hex }) => hex === one)?.code !== was) this.#endedAtMs.set(one, this.#nowMs)
    } else if (what.kind === 'reconcile' && one !== undefined) {
      const some = ended.filter((_, at) => at % 3 === pick % 3)
      const before = await this.#sums()
      const stored = await this.#request({
        rduds: some.map(hex => formatRdud(accountId, hex)),
        reason_code: what.accepts ? 11 : 930,
      })
      if (stored !== null && pick % 2 === 0) {
        await this.#book()
        await this.#request({ undo_of: stored })
        const after = await this.#sums()
        if (JSON.stringify(after) !== JSON.stringify(before)) this.#faults.push(['the undo left', after, before])
      }
    } else if (what.kind === 'undo') await this.#undo(pick)
    else if (what.kind === 'overturn') await this.#overturn(pick)
    else if (what.kind === 'close') await this.#close()
    await this.#book()
  }

  async #enter(pick: number, code: string, isTest: boolean): Promise<void> {
    const { accountId, sourceIds, supplierIds } = this.#study
    if (this.#people.size === 0) this.#firstOpen = this.#monthOf(this.#nowMs)
    const hex = pastRdudHex(this.#nowMs, () => (pick + this.#newcomers) % 2 ** 32)
    await this.#ledger.write(
      accountId,
      [
        {
          kind: 'entered',
          atMs: this.#nowMs,
          sourceId: sourceIds[pick % 2] ?? 0,
          supplierId: supplierIds[(pick >> 1) % 2] ?? null,
          hex,
          rid: `r${this.#newcomers++}`,
          isTest,
          code: 11,
          refusal: null,
          address: null,
          fingerprint: null,
        },
      ],
      { history: true },
    )
    await this.#ledger.write(accountId, [back(hex, code, { atMs: this.#nowMs })], { history: true })
    this.#endedAtMs.set(hex, this.#nowMs)
  }

  /** Previews and stores; gives the request, or null when nothing of it was stored. */
  async #request(form: object): Promise<number | null> {
    const { accountId, projectId } = this.#study
    const actor = this.#actorNow
    const outcome = await this.#database.asAccount(accountId, tx =>
      takeForm(tx, actor, { pm_proj_ud: projectId, ...form }),
    )
    if (outcome.kind !== 'done') return null
    const { request, digest, changes } = outcome.answer
    const { reconciliation_ud: id } = request
    const stored = await this.#ledger.reconcile(accountId, (tx, adjust) =>
      storeRequest(tx, actor, { reconciliation_ud: id, digest, project_number: 'P-1' }, adjust),
    )
    if (stored.kind !== 'done') return null
    if (stored.answer.digest !== digest || stored.answer.changes !== changes)
      this.#faults.push(['stored is not what was previewed', stored.answer, outcome.answer])
    return id
  }

  /** What every figure counts, without when and how often it was written; and whether entrants are the sum of the states. */
  async #sums(): Promise<object> {
    const { accountId } = this.#study
    const read = (table: string, columns: string, where = 'true') =>
      this.#database.readAsAccount(accountId, tx =>
        tx.client.query<object>(
          `select ${columns} from ${table} where account_id = $1 and ${where} order by ${columns}`,
          [accountId],
        ),
      )
    const rollups = await read('rollup', `scope, scope_id, entrants, completes, ${SUMMED}`)
    const suppliers = await read('supplier_rollup', `source_id, supplier_id, entrants, ${SUMMED}`)
    const hours = await read('hour_bucket', 'scope, scope_id, hour, entrants, completes_live', 'completes_live <> 0')
    for (const row of [...rollups.rows, ...suppliers.rows]) {
      const counts = new Map(Object.entries(row).map(([column, value]) => [column, Number(value)]))
      const states = CODES.reduce((sum, code) => sum + (counts.get(`code_${code}`) ?? 0), 0)
      if (states !== counts.get('entrants')) this.#faults.push(['entrants are not the sum of their states', row])
    }
    return { rollups: rollups.rows, suppliers: suppliers.rows, hours: hours.rows }
  }

  async #undo(pick: number): Promise<void> {
    const { accountId } = this.#study
    const { rows } = await this.#database.readAsAccount(accountId, tx =>
      sql<{ id: number }>`
        select reconciliation_id as id from reconciliation where account_id = ${accountId} and state = 'stored' and kind <> 'undo' order by 1`.execute(
        tx,
      ),
    )
    const one = rows[pick % Math.max(1, rows.length)]
    if (one !== undefined) await this.#request({ undo_of: one.id })
  }

  /** Disputes what a reconciliation keeps rejected, and overturns it. */
  async #overturn(pick: number): Promise<void> {
    const { accountId } = this.#study
    const rejected = [...this.#people.values()].filter(({ code }) => code === 50)
    const one = rejected[pick % Math.max(1, rejected.length)]
    if (one === undefined) return
    const actor = this.#actorNow
    const form = { rdud: formatRdud(accountId, one.hex), evidence: 'They were here' }
    const raised = await this.#database.asAccount(accountId, tx => raiseDispute(tx, actor, form))
    // rejected for good by an undo, or disputed before
    if (raised.kind !== 'done') return
    const decided = await this.#ledger.reconcile(accountId, (tx, adjust) =>
      decideDispute(tx, actor, raised.answer.dispute_ud, { decision: 'overturned' }, adjust),
    )
    if (decided.kind !== 'done') throw new Error(`Overturning is ${decided.kind}`)
  }

  /** Closes the first open month if it is over, and refuses otherwise; what is closed stays as it is. */
  async #close(): Promise<void> {
    const { accountId } = this.#study
    const actor = this.#actorNow
    const month = this.#firstOpen
    if (this.#people.size === 0) return
    const outcome = await this.#database.asAccount(accountId, tx => closePeriod(tx, actor, month, KEY))
    const isOver = month < this.#monthOf(this.#nowMs)
    if (outcome.kind !== (isOver ? 'done' : 'refused')) throw new Error(`Closing ${month} is ${outcome.kind}`)
    if (!isOver) return
    this.#firstOpen = nextMonth(month)
    this.#frozen.set(month, await this.#stored(month))
  }

  #stored(month: Month): Promise<unknown> {
    const { accountId } = this.#study
    return this.#database.readAsAccount(accountId, async tx => [
      await listStatements(tx, accountId, month, month),
      (
        await sql`select * from statement_line where account_id = ${accountId} and month = ${month} order by supplier_id, line`.execute(
          tx,
        )
      ).rows,
    ])
  }

  #states() {
    const { accountId } = this.#study
    return this.#database.readAsAccount(accountId, tx =>
      sql<Person>`
        select replace(rdud::text, '-', '') as hex, code, is_test as "isTest", supplier_id as "supplierId", cpi_cents as cents
        from respondent where account_id = ${accountId}`.execute(tx),
    )
  }

  /** Books what changed since, by the states before and after: in the month of the complete, or the first open one. */
  async #book(): Promise<void> {
    const { rows } = await this.#states()
    for (const now of rows) {
      const before = this.#people.get(now.hex)
      if (isBilled(before) === isBilled(now)) continue
      const made = this.#monthOf(this.#endedAtMs.get(now.hex) ?? 0)
      const origin = isBilled(now) ? made : (this.#completeOf.get(now.hex) ?? made)
      this.#completeOf.set(now.hex, origin)
      const month = origin < this.#firstOpen ? this.#firstOpen : origin
      const key = `${month} ${now.supplierId}`
      const { lines, cents } = this.#books.get(key) ?? { lines: 0, cents: 0 }
      const price = isBilled(now) ? (now.cents ?? 0) : -(before?.cents ?? 0)
      this.#books.set(key, { lines: lines + 1, cents: cents + price })
    }
    this.#people = new Map(rows.map(row => [row.hex, row]))
  }

  /** What is wrong with the file of a closed statement: it verifies, and its lines sum to what the statement says. */
  async #faultsOfFile(
    month: Month,
    supplierId: number,
    says: { readonly lines: number; readonly cents: number },
  ): Promise<readonly unknown[]> {
    const { accountId } = this.#study
    const stored = await this.#database.readAsAccount(accountId, tx => findStatement(tx, accountId, month, supplierId))
    if (stored === undefined) return [[month, supplierId, 'is missing']]
    const chunks: Uint8Array[] = []
    for await (const chunk of signedCsv(statementRows(this.#database, accountId, stored))) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const verdict = await verifyStatement(text, nodeCrypto)
    const amounts = readCsv(text)
      .slice(1, -1)
      .map(cells => Number(cells[AMOUNT]))
    const cents = amounts.reduce((sum, amount) => sum + amount, 0)
    const isRight = verdict?.isWhole === true && amounts.length === says.lines && cents === says.cents
    return isRight ? [] : [[month, supplierId, says, { lines: amounts.length, cents }, verdict]]
  }

  /** The statements, and what this test's books and the costs of suppliers say they are. */
  async compare(): Promise<{ readonly found: object; readonly expected: object }> {
    const { accountId } = this.#study
    if (this.#people.size === 0) return { found: {}, expected: {} }
    const frozen: [Month, unknown][] = []
    const wrongFiles: unknown[] = []
    for (const month of this.#frozen.keys()) frozen.push([month, await this.#stored(month)])
    const { firstOpen, statements, expenses } = await this.#database.readAsAccount(accountId, async tx => {
      const window = await findWindow(tx, accountId)
      const calendar = await findCalendar(tx, accountId, window, new Date(this.#nowMs))
      const closed = await listStatements(tx, accountId, '2000-01', '2999-12')
      const open = await sumOpen(tx, accountId, window, this.#firstOpen)
      const { rows } = await sql<{ supplierId: number; cents: number }>`
        select supplier_id as "supplierId", sum(expense_cents)::float8 as cents from supplier_rollup
        where account_id = ${accountId} group by 1 having sum(expense_cents) <> 0`.execute(tx)
      return { firstOpen: calendar?.firstOpen, statements: [...closed, ...open], expenses: rows }
    })
    for (const { month, supplierId, lines, total_cents: cents } of statements)
      if (month < this.#firstOpen) wrongFiles.push(...(await this.#faultsOfFile(month, supplierId, { lines, cents })))
    const bySupplier = new Map<number, number>()
    for (const { supplierId, total_cents: cents } of statements)
      bySupplier.set(supplierId, (bySupplier.get(supplierId) ?? 0) + cents)
    await this.#sums()
    return {
      found: {
        faults: this.#faults,
        firstOpen,
        wrongFiles,
        frozen,
        books: Object.fromEntries(
          statements.map(({ month, supplierId, lines, total_cents: cents }) => [
            `${month} ${supplierId}`,
            { lines, cents },
          ]),
        ),
        bySupplier: Object.fromEntries([...bySupplier].filter(([, cents]) => cents !== 0)),
      },
      expected: {
        faults: [],
        firstOpen: this.#firstOpen,
        wrongFiles: [],
        frozen: [...this.#frozen],
        books: Object.fromEntries(this.#books),
        bySupplier: Object.fromEntries(expenses.map(({ supplierId, cents }) => [supplierId, cents])),
      },
    }
  }
}

// the message of a failing run contains its seed: it belongs into seeds.json
test.each([undefined, ...seeds])(
  'after any entries, returns, reconciliations, undos, overturned disputes and closings, entrants are the sum of their states, stored is what was previewed, an undo leaves figures as before, statements are what the tables say to the cent, and closed ones never change (law 8, settlement.md §1, §2, seed %s)',
  async seed => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async steps => {
      const months = await Months.open(fresh().database)
      for (const one of steps) await months.take(one)
      const { found, expected } = await months.compare()
      expect(found).toEqual(expected)
    })
    await fc.assert(property, { numRuns: 25, endOnFailure: true, ...(seed === undefined ? {} : { seed }) })
  },
  180_000,
)
