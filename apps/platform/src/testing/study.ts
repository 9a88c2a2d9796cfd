import { STATUS_CODES, type StatusCode, type StatusScope } from '@desk/schema/statuses/status'
import type { RoleId } from '@desk/schema/users/current-user'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { hashPassword } from '#identity/passwords/password'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { SCOPE_CODES } from '#statuses/status-sql'

export const TEST_PASSWORD = 'Desk-test-1'

export interface AccountOptions {
  readonly name?: string
  readonly type?: 'DESK' | 'DEFENDER'
  readonly parentAccountId?: number | null
  readonly isStaff?: boolean
  readonly logo?: string | null
  readonly invoicesByBusinessUnit?: boolean
  /** Of a DEFENDER account: the DESK account on whose respondents it works. */
  readonly defendedAccountId?: number | null
}
export interface UserOptions {
  readonly accountId: number
  readonly firstname?: string
  readonly lastname?: string
  readonly roleId?: RoleId
  readonly isConsultant?: boolean
  readonly isStaff?: boolean
  readonly advancedView?: boolean
  readonly editsBusinessUnits?: boolean
}
export interface ProjectOptions {
  readonly accountId: number
  readonly name?: string
  readonly number?: string
  readonly status?: StatusCode
  readonly target?: number
  readonly consultantUserId?: number | null
  readonly businessUnitId?: number | null
  readonly sellPriceCents?: number | null
  readonly outOfFieldAt?: Date | null
}
export interface SurveyOptions {
  readonly accountId: number
  readonly projectId: number
  readonly name?: string
  readonly status?: StatusCode
  readonly target?: number
  readonly surveyUrl?: string | null
  readonly surveyUrlRequired?: boolean
  readonly sellPriceCents?: number | null
  readonly outOfFieldAt?: Date | null
}
export interface SourceOptions {
  readonly accountId: number
  readonly projectId: number
  readonly surveyId: number
  readonly name?: string
  readonly type?: 'diy' | 'classic' | 'lucid'
  readonly status?: StatusCode
  readonly target?: number
  readonly supplyPriceCents?: number | null
  readonly supplierIds?: readonly number[]
  readonly outOfFieldAt?: Date | null
}
export interface RollupCounts {
  readonly version?: number
  readonly entrants?: number
  readonly eqTerms?: number
  readonly terms?: number
  readonly oqs?: number
  readonly sqTerms?: number
  readonly abandons?: number
  readonly inflight?: number
  readonly completes?: number
  /** Left out: all of them where there is an expense, else none. */
  readonly pricedCompletes?: number
  readonly expenseCents?: number
  readonly revenueCents?: number
  /** Left out: all of it where all completes have a price, else none. */
  readonly pricedRevenueCents?: number
  readonly loiMedianSeconds?: number | null
  readonly lastCompleteAt?: Date | null
}

/** A study ready to launch: an account with a user, a project, a survey, sources, and their supplier. */
export interface Study {
  readonly accountId: number
  readonly userId: number
  readonly username: string
  readonly supplierId: number
  readonly projectId: number
  readonly surveyId: number
  readonly sourceIds: readonly number[]
}

let passwordHash: Promise<string> | undefined

/** Creates studies for tests directly in the tables, ready to launch by default; the database gives every id. */
export class StudyMaker {
  readonly #database: DeskDatabase

  constructor(database: DeskDatabase) {
    this.#database = database
  }

  account({
    name = 'Acme',
    type = 'DESK',
    parentAccountId = null,
    isStaff = false,
    logo = null,
    invoicesByBusinessUnit = false,
    defendedAccountId = null,
  }: AccountOptions = {}): Promise<number> {
    return this.#insert(sql`
      insert into account (name, account_type, parent_account_id, is_staff, logo, invoices_by_business_unit, defended_account_id)
      values (${name}, ${type}, ${parentAccountId}, ${isStaff}, ${logo}, ${invoicesByBusinessUnit}, ${defendedAccountId}) returning account_id as id`)
  }

  async user({
    accountId,
    firstname = 'Ada',
    lastname = 'Byron',
    roleId = 1,
    isConsultant = false,
    isStaff = false,
    advancedView = false,
    editsBusinessUnits = false,
  }: UserOptions): Promise<{ userId: number; username: string }> {
    passwordHash ??= hashPassword(TEST_PASSWORD)
    const username = `${randomUUID()}@acme.example`
    const userId = await this.#insert(sql`
      insert into app_user (home_account_id, username, firstname, lastname, role_id, is_consultant, is_staff, advanced_source_view_external,
                            edit_business_unit_flg, password_hash)
      values (${accountId}, ${username}, ${firstname}, ${lastname}, ${roleId}, ${isConsultant}, ${isStaff}, ${advancedView},
              ${editsBusinessUnits}, ${await passwordHash})
      returning user_id as id`)
    await this.#database.asSystem(tx =>
      sql`insert into user_account (account_id, user_id, is_default) values (${accountId}, ${userId}, true)`.execute(
        tx,
      ),
    )
    return { userId, username }
  }

  businessUnit({
    accountId,
    name,
    statusId = 1,
  }: {
    accountId: number
    name: string
    statusId?: number
  }): Promise<number> {
    return this.#insert(
      sql`insert into business_unit (account_id, name, status_id) values (${accountId}, ${name}, ${statusId}) returning business_unit_id as id`,
    )
  }

  supplier({ accountId, name = 'Northlight Panels' }: { accountId: number; name?: string }): Promise<number> {
    return this.#insert(
      sql`insert into supplier (account_id, name, supplier_cpi_cents) values (${accountId}, ${name}, 300) returning supplier_id as id`,
    )
  }

  project(options: ProjectOptions): Promise<number> {
    const { accountId, name = 'Streaming habits', number = 'AC-1', status = STATUS_CODES.live, target = 300 } = options
    const { consultantUserId = null, businessUnitId = null, sellPriceCents = 900, outOfFieldAt = null } = options
    return this.#insert(sql`
      insert into project (account_id, name, number, status, target, consultant_user_id, business_unit_id, sell_price_cents, out_of_field_at)
      values (${accountId}, ${name}, ${number}, ${status}, ${target}, ${consultantUserId}, ${businessUnitId}, ${sellPriceCents}, ${outOfFieldAt})
      returning project_id as id`)
  }

  survey(options: SurveyOptions): Promise<number> {
    const {
      accountId,
      projectId,
      name = 'Gen pop US',
      status = STATUS_CODES.live,
      target = 200,
      sellPriceCents = 850,
      outOfFieldAt = null,
    } = options
    const { surveyUrl = 'https://survey.example/s?id=[%RDUD%]', surveyUrlRequired = true } = options
    return this.#insert(sql`
      insert into survey (account_id, project_id, name, status, target, survey_url, survey_url_required, sell_price_cents, out_of_field_at, country_id, language_id)
      values (${accountId}, ${projectId}, ${name}, ${status}, ${target}, ${surveyUrl}, ${surveyUrlRequired}, ${sellPriceCents}, ${outOfFieldAt}, 840,
              (select language_id from language where iso = 'en'))
      returning survey_id as id`)
  }

  async source(options: SourceOptions): Promise<number> {
    const {
      accountId,
      projectId,
      surveyId,
      name = 'Main',
      type = 'diy',
      status = STATUS_CODES.live,
      target = 100,
    } = options
    const { supplyPriceCents = type === 'lucid' ? null : 250, supplierIds = [], outOfFieldAt = null } = options
    const id = await this.#insert(sql`
      insert into source (account_id, project_id, survey_id, name, type, status, target, supply_price_cents, out_of_field_at, test_token)
      values (${accountId}, ${projectId}, ${surveyId}, ${name}, ${type}, ${status}, ${target}, ${supplyPriceCents}, ${outOfFieldAt}, ${randomUUID()})
      returning source_id as id`)
    for (const supplierId of supplierIds) {
      await this.#database.asSystem(tx =>
        sql`insert into source_supplier (account_id, source_id, supplier_id, allocation_percent)
            values (${accountId}, ${id}, ${supplierId}, ${100 / supplierIds.length})`.execute(tx),
      )
    }
    return id
  }

  /** The figures of one object, as the ledger would have left them. */
  async rollup(accountId: number, scope: StatusScope, id: number, counts: RollupCounts): Promise<void> {
    const {
      version = 1,
      entrants = 0,
      eqTerms = 0,
      terms = 0,
      oqs = 0,
      sqTerms = 0,
      abandons = 0,
      inflight = 0,
      completes = 0,
    } = counts
    const {
      expenseCents = 0,
      revenueCents = 0,
      loiMedianSeconds = null,
      lastCompleteAt = null,
      pricedCompletes = expenseCents > 0 ? completes : 0,
      pricedRevenueCents = pricedCompletes === completes ? revenueCents : 0,
    } = counts
    await this.#database.asSystem(tx =>
      sql`insert into rollup (account_id, scope, scope_id, version, entrants, code_20, code_31, code_32, code_33, code_40, code_11, code_30,
                              priced_completes, expense_cents, revenue_cents, priced_revenue_cents, loi_median_seconds, last_complete_at)
          values (${accountId}, ${SCOPE_CODES[scope]}, ${id}, ${version}, ${entrants}, ${eqTerms}, ${terms}, ${oqs}, ${sqTerms}, ${abandons}, ${inflight},
                  ${completes}, ${pricedCompletes}, ${expenseCents}, ${revenueCents}, ${pricedRevenueCents}, ${loiMedianSeconds}, ${lastCompleteAt})
          on conflict (account_id, scope, scope_id) do update set (version, entrants, code_20, code_31, code_32, code_33, code_40, code_11, code_30,
            priced_completes, expense_cents, revenue_cents, priced_revenue_cents, loi_median_seconds, last_complete_at) = row (excluded.version, excluded.entrants, excluded.code_20, excluded.code_31, excluded.code_32,
            excluded.code_33, excluded.code_40, excluded.code_11, excluded.code_30, excluded.priced_completes, excluded.expense_cents, excluded.revenue_cents, excluded.priced_revenue_cents, excluded.loi_median_seconds,
            excluded.last_complete_at)`.execute(tx),
    )
  }

  /** The completes of one hour. */
  async hour(
    accountId: number,
    scope: StatusScope,
    id: number,
    hour: string,
    completes: { live: number; test?: number },
  ): Promise<void> {
    await this.#database.asSystem(tx =>
      sql`insert into hour_bucket (account_id, scope, scope_id, hour, completes_live, completes_test)
          values (${accountId}, ${SCOPE_CODES[scope]}, ${id}, ${hour}, ${completes.live}, ${completes.test ?? 0})`.execute(
        tx,
      ),
    )
  }

  /** A whole study; its sources have the statuses given. */
  async study({
    accountId: given,
    status = STATUS_CODES.live,
    sources = [STATUS_CODES.live],
  }: { accountId?: number; status?: StatusCode; sources?: readonly StatusCode[] } = {}): Promise<Study> {
    const accountId = given ?? (await this.account())
    const { userId, username } = await this.user({ accountId })
    const supplierId = await this.supplier({ accountId })
    const projectId = await this.project({ accountId, status })
    const surveyId = await this.survey({ accountId, projectId, status })
    const sourceIds: number[] = []
    for (const sourceStatus of sources)
      sourceIds.push(
        await this.source({ accountId, projectId, surveyId, status: sourceStatus, supplierIds: [supplierId] }),
      )
    return { accountId, userId, username, supplierId, projectId, surveyId, sourceIds }
  }

  async #insert(statement: ReturnType<typeof sql>): Promise<number> {
    const { rows } = await this.#database.asSystem(tx => statement.execute(tx))
    const [row] = rows as { id: number }[] // every statement above returns its id
    if (row === undefined) throw new Error('The row was not stored')
    return row.id
  }
}
