import type { Tx } from '../db/tx.ts'
import { readCondition, UNMEETABLE } from './conditions.ts'
import { GrowingStatement } from './growing-statement.ts'
import type { DefenderRule, SourceSetup, SupplierFacts } from './ledger-facts.ts'
import type { RedirectUrls } from './redirects.ts'
import { binaryArray } from './row-set.ts'

const READ_SETUPS = new GrowingStatement(
  'ledger_study_setups',
  `select
    (select json_agg(json_build_object(
        'sourceId', s.source_id, 'type', s.type, 'calculationType', s.calculation_type, 'clickBalancing', s.click_balancing, 'pacing', s.pacing,
        'testToken', s.test_token, 'surveyUrl', y.survey_url, 'loiMinutes', y.loi_minutes, 'irPercent', y.ir_percent,
        'country', (select iso2 from country c where c.country_id = coalesce(s.country_id, y.country_id)),
        'devices', y.device_types, 'autoPauseRules', y.auto_pause_rules,
        'supplierPricesCents', (select coalesce(json_agg(json_build_array(ss.supplier_id, ss.supply_price_cents)), '[]')
          from source_supplier ss where ss.account_id = $1 and ss.source_id = s.source_id),
        'redirects', (select json_object_agg(sr.type, sr.url) from source_redirect sr where sr.account_id = $1 and sr.source_id = s.source_id),
        'qualifications', (select coalesce(json_agg(json_build_object('name', q.name, 'condition', q.condition) order by q.qualification_no), '[]')
          from source_qualification q where q.account_id = $1 and q.source_id = s.source_id),
        'rules', (select coalesce(json_agg(json_build_object('rule', d.rule, 'threshold', d.threshold, 'windowHours', d.window_hours)
            order by array_position(array['duplicate_fingerprint', 'duplicate_ip', 'country', 'datacentre'], d.rule)), '[]')
          from defender_rule d where d.account_id = $1 and d.survey_id = s.survey_id)
      ))
      from source s join survey y on y.account_id = $1 and y.survey_id = s.survey_id
      where s.account_id = $1 and s.source_id = any($2::int[])),
    (select json_agg(json_build_array(su.supplier_id, su.supplier_cpi_cents,
        (select coalesce(json_object_agg(r.type, r.url), '{}') from supplier_redirect r where r.account_id = $1 and r.supplier_id = su.supplier_id)))
      from supplier su
      where su.account_id = $1 and (su.supplier_id = any($3::int[])
        or su.supplier_id in (select supplier_id from source_supplier ss where ss.account_id = $1 and ss.source_id = any($2::int[])))),
    coalesce((select hash_required from account where account_id = $1), false),
    coalesce((select unsigned_overrule from account where account_id = $1), false),
    (select coalesce(json_agg(secret order by hash_key_id), '[]') from hash_key
      where account_id = $1 and valid_from <= to_timestamp($4::float8 / 1000)
        and (valid_until is null or valid_until > to_timestamp($4::float8 / 1000)))`,
)

interface StoredSetup extends Omit<SourceSetup, 'supplierPricesCents' | 'qualifications'> {
  readonly sourceId: number
  readonly supplierPricesCents: readonly [number, number | null][]
  readonly qualifications: readonly { name: string; condition: unknown }[]
  readonly rules: readonly DefenderRule[]
}
type SetupsTuple = [sources: readonly StoredSetup[] | null, suppliers: readonly [number, number, RedirectUrls][] | null, hashRequired: boolean, unsignedOverrule: boolean, hashSecrets: readonly string[]]

export interface Hashing {
  readonly hashRequired: boolean
  readonly unsignedOverrule: boolean
  readonly hashSecrets: readonly string[]
}

export interface StudySetups extends Hashing {
  readonly setups: ReadonlyMap<number, SourceSetup>
  readonly suppliers: ReadonlyMap<number, SupplierFacts>
}

interface Kept<A> {
  readonly value: A
  readonly readAtMs: number
}

interface AccountSetups {
  readonly setups: Map<number, Kept<SourceSetup>>
  /** Null: there is no such supplier. */
  readonly suppliers: Map<number, Kept<SupplierFacts | null>>
  hashing: Kept<Hashing> | null
}

const MAX_KEPT = 20_000
const NO_HASHING: Hashing = { hashRequired: false, unsignedOverrule: false, hashSecrets: [] }

/**
 * How sources are set up, kept for a moment: suppliers and their prices, redirects, qualifications, Defender rules, hash keys. What must
 * act at once (statuses, targets, the source's own price, quotas) is not in here.
 */
export class StudySetupCache {
  readonly #keepMs: number
  readonly #accounts = new Map<number, AccountSetups>()

  constructor(keepMs: number) {
    this.#keepMs = keepMs
  }

  /** The setups of these sources, of their suppliers and of these, and the account's hashing, none older than the cache keeps them. */
  async read(tx: Tx, accountId: number, sourceIds: readonly number[], supplierIds: readonly number[], nowMs: number): Promise<StudySetups> {
    const account = this.#account(accountId)
    const isStale = (kept: Kept<unknown> | null | undefined): boolean => !kept || performance.now() - kept.readAtMs > this.#keepMs
    const staleSources = sourceIds.filter(id => isStale(account.setups.get(id)))
    const staleSuppliers = supplierIds.filter(id => isStale(account.suppliers.get(id)))
    if (staleSources.length > 0 || staleSuppliers.length > 0 || isStale(account.hashing)) await this.#refresh(tx, accountId, account, staleSources, staleSuppliers, nowMs)

    const setups = new Map<number, SourceSetup>()
    const suppliers = new Map<number, SupplierFacts>()
    const addSupplier = (id: number): void => {
      const supplier = account.suppliers.get(id)?.value
      if (supplier) suppliers.set(id, supplier)
    }
    for (const id of sourceIds) {
      const setup = account.setups.get(id)?.value
      if (!setup) continue
      setups.set(id, setup)
      for (const supplierId of setup.supplierPricesCents.keys()) addSupplier(supplierId)
    }
    supplierIds.forEach(addSupplier)
    return { setups, suppliers, ...(account.hashing?.value ?? NO_HASHING) }
  }

  async #refresh(tx: Tx, accountId: number, account: AccountSetups, sourceIds: readonly number[], supplierIds: readonly number[], nowMs: number): Promise<void> {
    const [stored] = await READ_SETUPS.rows<SetupsTuple>(tx, [accountId, binaryArray('int', sourceIds), binaryArray('int', supplierIds), nowMs], 1)
    if (!stored) throw new Error('A query without a FROM gives one row')
    const [sources, suppliers, hashRequired, unsignedOverrule, hashSecrets] = stored
    const readAtMs = performance.now()
    for (const { sourceId, ...setup } of sources ?? []) {
      account.setups.set(sourceId, {
        readAtMs,
        value: {
          ...setup,
          supplierPricesCents: new Map(setup.supplierPricesCents),
          qualifications: setup.qualifications.map(({ name, condition }) => ({ name, condition: readCondition(condition) ?? UNMEETABLE })),
        },
      })
    }
    for (const id of supplierIds) account.suppliers.set(id, { readAtMs, value: null })
    for (const [id, cpiCents, redirects] of suppliers ?? []) account.suppliers.set(id, { readAtMs, value: { cpiCents, redirects } })
    account.hashing = { readAtMs, value: { hashRequired, unsignedOverrule, hashSecrets } }
  }

  #account(accountId: number): AccountSetups {
    let account = this.#accounts.get(accountId)
    if (account === undefined || account.setups.size + account.suppliers.size > MAX_KEPT) {
      account = { setups: new Map(), suppliers: new Map(), hashing: null }
      this.#accounts.set(accountId, account)
    }
    return account
  }
}
