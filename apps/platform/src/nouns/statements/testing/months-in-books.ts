import { callerOf } from '#testing/caller'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Actor } from '#kernel/edits/edit'
import { createLedger } from '#ledger/batches/ledger'
import { formatRdud, pastRdudHex } from '#ledger/facts/rdud'
import { CODES } from '#ledger/facts/tally'
import { foldSums } from '#ledger/sums/fold-sums.store'
import { back } from '#ledger/testing/operations'
import { makeStudy } from '#ledger/testing/study'
import { StudyMaker } from '#testing/study'
import { decideDispute } from '../../reconciliation/disputes/decide-dispute.ts'
import { raiseDispute } from '../../reconciliation/disputes/raise-dispute.ts'
import { takeForm } from '../../reconciliation/make-request.ts'
import { findWindow } from '../../reconciliation/requests.store.ts'
import { storeRequest } from '../../reconciliation/store-request.ts'
import { closePeriod } from '../close-period.ts'
import { nextMonth, type Month } from '../months.ts'
import { findCalendar } from '../periods.store.ts'
import type { StatementScope } from '../scopes.ts'
import { statementKey } from '../statement-keys.ts'
import { ShownSums } from './shown-sums.ts'
import { statementsOf, storedOf, tablesOf } from './stated.ts'

const KEY = statementKey('the desk of the tests')
const START = Date.UTC(2026, 7, 20, 12)
const HOUR_MS = 3_600_000
const SUMMED = [
  ...CODES.map(code => `code_${code}`),
  'priced_completes',
  'expense_cents',
  'revenue_cents',
  'priced_revenue_cents',
].join()
const SCOPES = ['supplier', 'project', 'business_unit'] as const satisfies readonly StatementScope[]

/** The next step, some hours later. */
export const step = fc.record({
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
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('reprice' as const), cents: fc.integer({ min: 0, max: 2_000 }) }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'move' as const }) },
  ),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

interface Person {
  readonly hex: string
  readonly code: number
  readonly isTest: boolean
  readonly supplierId: number
  readonly projectId: number
  readonly cents: number | null
  readonly sellCents: number | null
}

/** This test's booking of one line of the ledger. */
interface Booking {
  readonly month: Month
  readonly supplierId: number
  readonly projectId: number
  readonly cents: number
  readonly sellCents: number
  /** Undefined: that of its project, until its month is closed. */
  readonly unitId: number | undefined
}

const isBilled = (person: Person | undefined): boolean =>
  person !== undefined && !person.isTest && (person.code === 30 || person.code === 51)

/** Where a respondent may enter. */
interface Place {
  readonly projectId: number
  readonly sourceId: number
  readonly supplierIds: readonly number[]
}

/** One account of two projects through some months; the test keeps its own books beside the tables. */
export class Months {
  readonly #database: DeskDatabase
  readonly #accountId: number
  readonly #places: readonly Place[]
  /** Of the account, and none. */
  readonly #units: readonly number[]
  /** By project; 0: it has none. */
  readonly #unitOf = new Map<number, number>()
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
  #bookings: readonly Booking[] = []
  #firstOpen: Month
  readonly #frozen = new Map<Month, unknown>()
  /** The faults found by a step. */
  readonly #faults: unknown[] = []
  #newcomers = 0
  /** The sums of open statements after each step. */
  readonly #shown = new ShownSums()

  private constructor(
    database: DeskDatabase,
    { accountId, places, units }: { accountId: number; places: readonly Place[]; units: readonly number[] },
    actor: Omit<Actor, 'at'>,
    zone: string,
  ) {
    this.#database = database
    this.#accountId = accountId
    this.#places = places
    this.#units = [...units, 0]
    this.#actor = actor
    this.#zone = zone
    this.#ledger = createLedger(database, { nowMs: () => this.#nowMs })
    this.#firstOpen = this.#monthOf(START)
  }

  static async open(database: DeskDatabase): Promise<Months> {
    const make = new StudyMaker(database)
    const accountId = await make.account({ invoicesByBusinessUnit: true })
    const sources = [{ supplyPriceCents: 133 }, { supplierPriceCents: 250 }]
    const places: Place[] = []
    for (const spec of [{ suppliers: 2, sources }, { sources: sources.slice(1) }]) {
      const { projectId, sourceIds, supplierIds } = await database.asSystem(tx => makeStudy(tx, { accountId, ...spec }))
      places.push(...sourceIds.map(sourceId => ({ projectId, sourceId, supplierIds })))
    }
    const units = [
      await make.businessUnit({ accountId, name: 'North' }),
      await make.businessUnit({ accountId, name: 'South' }),
    ]
    const { userId } = await make.user({ accountId })
    const { zone } = await database.readAsAccount(accountId, tx => findWindow(tx, accountId))
    return new Months(database, { accountId, places, units }, callerOf({ accountId, userId }), zone)
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
    const accountId = this.#accountId
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
      const projectId = this.#people.get(one)?.projectId ?? 0
      const some = ended.filter((hex, at) => at % 3 === pick % 3 && this.#people.get(hex)?.projectId === projectId)
      const before = await this.#sums()
      const stored = await this.#request(projectId, {
        rduds: some.map(hex => formatRdud(accountId, hex)),
        reason_code: what.accepts ? 11 : 930,
      })
      if (stored !== null && pick % 2 === 0) {
        await this.#book()
        await this.#request(projectId, { undo_of: stored })
        const after = await this.#sums()
        if (JSON.stringify(after) !== JSON.stringify(before)) this.#faults.push(['the undo left', after, before])
      }
    } else if (what.kind === 'undo') await this.#undo(pick)
    else if (what.kind === 'overturn') await this.#overturn(pick)
    else if (what.kind === 'close') await this.#close()
    else if (what.kind === 'reprice') await this.#reprice(pick, what.cents)
    else if (what.kind === 'move') await this.#move(pick)
    await this.#book()
    // a sweep has summed all lines of the ledger, some of them, or none
    if (pick % 3 > 0)
      await this.#database.asSystem(tx =>
        foldSums(tx, { sources: 200, lines: pick % 3 === 1 ? 1 + (pick % 4) : 1_000 }),
      )
    if (this.#people.size > 0)
      await this.#database.readAsAccount(accountId, tx =>
        this.#shown.note(tx, accountId, this.#firstOpen, new Date(this.#nowMs)),
      )
  }

  async #enter(pick: number, code: string, isTest: boolean): Promise<void> {
    const accountId = this.#accountId
    const place = this.#places[pick % this.#places.length]
    const { sourceId = 0, supplierIds = [] } = place ?? {}
    if (this.#people.size === 0) this.#firstOpen = this.#monthOf(this.#nowMs)
    const hex = pastRdudHex(this.#nowMs, () => (pick + this.#newcomers) % 2 ** 32)
    await this.#ledger.write(
      accountId,
      [
        {
          kind: 'entered',
          atMs: this.#nowMs,
          sourceId,
          supplierId: supplierIds[(pick >> 2) % supplierIds.length] ?? null,
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
  async #request(projectId: number, form: object): Promise<number | null> {
    const accountId = this.#accountId
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
      this.#faults.push(['the stored request differs from the preview', stored.answer, outcome.answer])
    return id
  }

  /**
   * The counts of every figure, without when and how often it was written; and whether entrants are the sum of the
   * states.
   */
  async #sums(): Promise<object> {
    const accountId = this.#accountId
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
    const accountId = this.#accountId
    const { rows } = await this.#database.readAsAccount(accountId, tx =>
      sql<{ id: number; projectId: number }>`
        select reconciliation_id as id, project_id as "projectId" from reconciliation where account_id = ${accountId} and state = 'stored' and kind <> 'undo' order by 1`.execute(
        tx,
      ),
    )
    const one = rows[pick % Math.max(1, rows.length)]
    if (one !== undefined) await this.#request(one.projectId, { undo_of: one.id })
  }

  /** Disputes what a reconciliation keeps rejected, and overturns it. */
  async #overturn(pick: number): Promise<void> {
    const accountId = this.#accountId
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

  /** Closes the first open month if it is over, and refuses otherwise; closed months stay as they are. */
  async #close(): Promise<void> {
    const accountId = this.#accountId
    const actor = this.#actorNow
    const month = this.#firstOpen
    if (this.#people.size === 0) return
    const outcome = await this.#database.asAccount(accountId, tx => closePeriod(tx, actor, month, KEY))
    const isOver = month < this.#monthOf(this.#nowMs)
    if (outcome.kind !== (isOver ? 'done' : 'refused')) throw new Error(`Closing ${month} is ${outcome.kind}`)
    if (!isOver) return
    this.#firstOpen = nextMonth(month)
    // a line closed now takes the project's present unit
    this.#bookings = this.#bookings.map(booking =>
      booking.month === month ? { ...booking, unitId: this.#unitOf.get(booking.projectId) ?? 0 } : booking,
    )
    this.#frozen.set(month, await storedOf(this.#database, this.#accountId, month))
  }

  /** The price of one of the surveys from now on. */
  async #reprice(pick: number, cents: number): Promise<void> {
    const projectId = this.#places[pick % this.#places.length]?.projectId ?? 0
    await this.#database.asAccount(this.#accountId, tx =>
      sql`update survey set sell_price_cents = ${cents} where account_id = ${this.#accountId} and project_id = ${projectId}`.execute(
        tx,
      ),
    )
  }

  /** Gives a project another business unit, or none. */
  async #move(pick: number): Promise<void> {
    const projectId = this.#places[pick % this.#places.length]?.projectId ?? 0
    const unitId = this.#units[(pick >> 2) % this.#units.length] ?? 0
    await this.#database.asAccount(this.#accountId, tx =>
      sql`update project set business_unit_id = nullif(${unitId}::int, 0) where account_id = ${this.#accountId} and project_id = ${projectId}`.execute(
        tx,
      ),
    )
    this.#unitOf.set(projectId, unitId)
  }

  #states() {
    const accountId = this.#accountId
    return this.#database.readAsAccount(accountId, tx =>
      sql<Person>`
        select replace(rdud::text, '-', '') as hex, code, is_test as "isTest", supplier_id as "supplierId", project_id as "projectId", cpi_cents as cents,
          sell_price_cents as "sellCents" from respondent where account_id = ${accountId}`.execute(tx),
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
      const { supplierId, projectId } = now
      const [sign, priced] = isBilled(now) ? [1, now] : [-1, before]
      this.#bookings = [
        ...this.#bookings,
        {
          month,
          supplierId,
          projectId,
          cents: sign * (priced?.cents ?? 0),
          sellCents: sign * (priced?.sellCents ?? 0),
          unitId: undefined,
        },
      ]
    }
    this.#people = new Map(rows.map(row => [row.hex, row]))
  }

  /** This test's books of a scope, by month and id. */
  #booksOf(scope: StatementScope): Readonly<Record<string, { lines: number; cents: number }>> {
    const books = new Map<string, { lines: number; cents: number }>()
    for (const { month, supplierId, projectId, cents, sellCents, unitId } of this.#bookings) {
      const id = { supplier: supplierId, project: projectId, business_unit: unitId ?? this.#unitOf.get(projectId) ?? 0 }
      const key = `${month} ${id[scope]}`
      const sum = books.get(key) ?? { lines: 0, cents: 0 }
      books.set(key, { lines: sum.lines + 1, cents: sum.cents + (scope === 'supplier' ? cents : sellCents) })
    }
    return Object.fromEntries(books)
  }

  /** The statements, and what this test's books and the tables say they are. */
  async compare(): Promise<{ readonly found: object; readonly expected: object }> {
    const accountId = this.#accountId
    if (this.#people.size === 0) return { found: {}, expected: {} }
    const frozen: [Month, unknown][] = []
    for (const month of this.#frozen.keys())
      frozen.push([month, await storedOf(this.#database, this.#accountId, month)])
    const calendar = await this.#database.readAsAccount(accountId, async tx =>
      findCalendar(tx, accountId, await findWindow(tx, accountId), new Date(this.#nowMs)),
    )
    const [supplier, project, unit] = [
      await statementsOf(this.#database, accountId, 'supplier', this.#firstOpen),
      await statementsOf(this.#database, accountId, 'project', this.#firstOpen),
      await statementsOf(this.#database, accountId, 'business_unit', this.#firstOpen),
    ]
    const tables = await tablesOf(this.#database, accountId)
    await this.#sums()
    const changeFaults = await this.#database.readAsAccount(accountId, tx =>
      this.#shown.faultsOfChanges(tx, accountId, new Date(this.#nowMs)),
    )
    return {
      found: {
        faults: [...this.#faults, ...changeFaults],
        firstOpen: calendar?.firstOpen,
        frozen,
        wrongFiles: [...supplier.wrongFiles, ...project.wrongFiles, ...unit.wrongFiles],
        books: { supplier: supplier.books, project: project.books, business_unit: unit.books },
        bySupplier: supplier.byId,
        byProject: [project.byId, project.byId],
        byUnit: Object.values(unit.byId).reduce((sum, cents) => sum + cents, 0),
      },
      expected: {
        faults: [],
        firstOpen: this.#firstOpen,
        frozen: [...this.#frozen],
        wrongFiles: [],
        books: Object.fromEntries(SCOPES.map(scope => [scope, this.#booksOf(scope)])),
        bySupplier: tables.supplier,
        byProject: [tables.project, tables.ofSources],
        byUnit: tables.revenue,
      },
    }
  }
}
