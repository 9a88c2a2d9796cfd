import type { RuleSetting } from '@desk/schema/defender/rules'
import { readCondition, UNMEETABLE } from '@desk/schema/respondents/conditions'
import type { Tx } from '#kernel/db/tx'
import { doorRules, type SecurityTuple } from '../door/door-rules-of.ts'
import { judgesLengths } from '../door/judge-return.ts'
import { objectionKey } from '../door/objections.ts'
import type { SourceSetup, SupplierExclusionKind, SupplierFacts } from '../facts/ledger-facts.ts'
import type { RedirectUrls } from '../facts/redirects.ts'
import { GrowingStatement } from './growing-statement.ts'
import { binaryArray } from './row-set.ts'

// every table in here has the trigger `door_edit`, which counts its edits
const READ_SETUPS = new GrowingStatement(
  'ledger_study_setups',
  `select
    (select json_agg(json_build_object(
        'sourceId', s.source_id, 'surveyId', s.survey_id, 'type', s.type, 'calculationType', s.calculation_type, 'clickBalancing', s.click_balancing, 'pacing', s.pacing, 'holdPlaces', s.hold_places, 'surveyHoldPlaces', y.hold_places,
        'testToken', s.test_token, 'surveyUrl', y.survey_url, 'loiMinutes', y.loi_minutes, 'irPercent', y.ir_percent,
        'country', (select iso2 from country c where c.country_id = coalesce(s.country_id, y.country_id)),
        'devices', y.device_types, 'autoPauseRules', y.auto_pause_rules,
        'supplierPricesCents', (select coalesce(json_agg(json_build_array(ss.supplier_id, ss.supply_price_cents)), '[]')
          from source_supplier ss where ss.account_id = $1 and ss.source_id = s.source_id),
        'supplierShares', (select coalesce(json_agg(json_build_array(ss.supplier_id, ss.allocation_percent)), '[]')
          from source_supplier ss where ss.account_id = $1 and ss.source_id = s.source_id),
        'redirects', (select json_object_agg(sr.type, sr.url) from source_redirect sr where sr.account_id = $1 and sr.source_id = s.source_id),
        'qualifications', (select coalesce(json_agg(json_build_object('name', q.name, 'condition', q.condition) order by q.qualification_no), '[]')
          from source_qualification q where q.account_id = $1 and q.source_id = s.source_id),
        'surveyRules', (select coalesce(json_agg(json_build_object('rule', d.rule, 'mode', d.mode, 'threshold', d.threshold, 'window_hours', d.window_hours)), '[]')
          from defender_rule d where d.account_id = $1 and d.survey_id = s.survey_id),
        'projectRules', (select d.rules from project_defender d where d.account_id = $1 and d.project_id = s.project_id),
        'securities', (select coalesce(json_agg(json_build_array(u.supplier_id, u.security_level, u.activity_enabled, u.token_threshold,
          case when u.text_analytics then u.language_threshold end, case when u.bot_detection then u.threat_level end)), '[]')
          from source_supplier ss join supplier u on u.account_id = ss.account_id and u.supplier_id = ss.supplier_id
          where ss.account_id = $1 and ss.source_id = s.source_id),
        'exclusion', (select json_build_object('projectIds', x.project_ids, 'states', x.states, 'lookBackDays', x.look_back_days)
          from source_exclusion x where x.account_id = $1 and x.source_id = s.source_id and cardinality(x.project_ids) > 0),
        'holdOut', (select json_build_object('percent', coalesce(d.hold_out_percent, a.hold_out_percent, 0),
            'isBillable', case when d.hold_out_percent is not null then coalesce(d.hold_out_billable, false) else coalesce(a.hold_out_billable, false) end, 'key', k.hold_out_key)
          from account k left join account_defender a on a.account_id = k.account_id
            left join project_defender d on d.account_id = k.account_id and d.project_id = s.project_id
          where k.account_id = $1),
        'isRecontact', exists (select from recontact_list l where l.account_id = $1 and l.source_id = s.source_id and l.people > 0),
        'excludedSuppliers', (select coalesce(json_agg(json_build_array(e.supplier_id, e.kind)), '[]') from (
            select x.supplier_id, 'project' as kind from supplier_exclusion x
              where x.account_id = $1 and s.project_id = any(x.project_ids) and x.supplier_id <> all(everywhere.ids)
            union all select unnest(everywhere.ids), 'everywhere') e)
      ))
      from source s join survey y on y.account_id = $1 and y.survey_id = s.survey_id
      cross join (select coalesce((select supplier_ids from account_exclusion where account_id = $1), '{}') as ids) everywhere
      where s.account_id = $1 and s.source_id = any($2::int[])),
    (select json_agg(json_build_array(su.supplier_id, su.supplier_cpi_cents,
        (select coalesce(json_object_agg(r.type, r.url), '{}') from supplier_redirect r where r.account_id = $1 and r.supplier_id = su.supplier_id)))
      from supplier su
      where su.account_id = $1 and (su.supplier_id = any($3::int[])
        or su.supplier_id in (select supplier_id from source_supplier ss where ss.account_id = $1 and ss.source_id = any($2::int[])))),
    coalesce((select hash_required from account where account_id = $1), false),
    coalesce((select unsigned_overrule from account where account_id = $1), false),
    (select coalesce(json_agg(json_build_array(secret, floor(extract(epoch from valid_from) * 1000), floor(extract(epoch from valid_until) * 1000)) order by hash_key_id), '[]')
      from hash_key where account_id = $1 and (valid_until is null or valid_until > to_timestamp($4::float8 / 1000))),
    coalesce((select version from door_version where account_id = $1), 0)::float8,
    (select rules from account_defender where account_id = $1),
    exists (select from mark_list where account_id = $1 and entries > 0),
    (select coalesce(json_agg(json_build_array(supplier_id, rid)), '[]') from objection where account_id = $1 and withdrawn_at is null)`,
)

interface StoredSetup extends Omit<
  SourceSetup,
  'supplierPricesCents' | 'supplierShares' | 'qualifications' | 'excludedSuppliers' | 'rules' | 'supplierRules'
> {
  readonly sourceId: number
  readonly supplierPricesCents: readonly [number, number | null][]
  readonly supplierShares: readonly [number, number][]
  readonly qualifications: readonly { name: string; condition: unknown }[]
  readonly surveyRules: readonly RuleSetting[]
  readonly projectRules: readonly RuleSetting[] | null
  readonly securities: readonly SecurityTuple[]
  readonly excludedSuppliers: readonly [number, SupplierExclusionKind][]
}
type KeyTuple = readonly [secret: string, fromMs: number, untilMs: number | null]
type SetupsTuple = [
  sources: readonly StoredSetup[] | null,
  suppliers: readonly [number, number, RedirectUrls][] | null,
  hashRequired: boolean,
  unsignedOverrule: boolean,
  keys: readonly KeyTuple[],
  version: number,
  accountRules: readonly RuleSetting[] | null,
  hasListedMarks: boolean,
  objections: readonly (readonly [supplierId: number, rid: string])[],
]

/** The settings of an account as a whole. */
export interface AccountSetup {
  readonly hashRequired: boolean
  readonly unsignedOverrule: boolean
  readonly hashSecrets: readonly string[]
  /** The account blocks or watches devices or addresses. */
  readonly hasListedMarks: boolean
  /** Persons who are judged by the study's own rules alone (`objectionKey`). */
  readonly objections: ReadonlySet<string>
}

export interface StudySetups extends AccountSetup {
  /** The account's number of edits when they were read. */
  readonly version: number
  readonly setups: ReadonlyMap<number, SourceSetup>
  readonly suppliers: ReadonlyMap<number, SupplierFacts>
}

/** The setups of an account at one number of its edits. */
interface AccountSetups {
  readonly version: number
  /** Null: there is no such source. */
  readonly setups: Map<number, SourceSetup | null>
  /** Null: there is no such supplier. */
  readonly suppliers: Map<number, SupplierFacts | null>
  /** One of the sources has the rule that judges interview lengths. */
  judgesLengths: boolean
  whole: (Omit<AccountSetup, 'hashSecrets'> & { readonly keys: readonly KeyTuple[] }) | null
}

const MAX_KEPT = 20_000
const NO_OBJECTIONS: ReadonlySet<string> = new Set()

/**
 * A cache of the setups of sources: suppliers and their prices, redirects, qualifications, Defender rules, hash keys. The commit
 * of every edit counts up the account's number in `door_version` (docs/decisions/0023). A batch reads that number with its locks,
 * so that a cached setup of the same number equals the stored one, whichever process edited it.
 */
export class StudySetupCache {
  readonly #accounts = new Map<number, AccountSetups>()

  /**
   * The setups of these sources, of their suppliers and of the given suppliers, and the account's hashing.
   * @param version the account's number of edits, in the batch's own transaction
   */
  async read(
    tx: Tx,
    accountId: number,
    version: number,
    sourceIds: readonly number[],
    supplierIds: readonly number[],
    nowMs: number,
  ): Promise<StudySetups> {
    let account = this.#account(accountId, version)
    for (;;) {
      const wanted = {
        sourceIds: sourceIds.filter(id => !account.setups.has(id)),
        supplierIds: supplierIds.filter(id => !account.suppliers.has(id)),
      }
      if (wanted.sourceIds.length === 0 && wanted.supplierIds.length === 0 && account.whole !== null)
        return setupsOf(account, sourceIds, supplierIds, nowMs)
      const [stored] = await READ_SETUPS.rows<SetupsTuple>(
        tx,
        [accountId, binaryArray('int', wanted.sourceIds), binaryArray('int', wanted.supplierIds), nowMs],
        1,
      )
      if (!stored) throw new Error('A query without a FROM gives one row')
      // edited since the batch took its locks: drop the cache, and read again whatever is not of this read
      account = this.#account(accountId, stored[5])
      keep(account, stored, wanted)
    }
  }

  /**
   * The cached setups of these sources, and the number of edits at their read; null: not all are cached. They may
   * have been edited since.
   */
  kept(
    accountId: number,
    sourceIds: readonly number[],
  ): Pick<StudySetups, 'version' | 'setups' | 'hasListedMarks'> | null {
    const account = this.#accounts.get(accountId)
    if (account === undefined || account.whole === null) return null
    const setups = new Map<number, SourceSetup>()
    for (const id of sourceIds) {
      if (setups.has(id)) continue
      const setup = account.setups.get(id)
      if (setup === undefined) return null
      if (setup !== null) setups.set(id, setup)
    }
    return { version: account.version, setups, hasListedMarks: account.whole.hasListedMarks }
  }

  /** Whether interview lengths are judged in a cached source. */
  judgedLengths(accountId: number): boolean {
    return this.#accounts.get(accountId)?.judgesLengths ?? false
  }

  #account(accountId: number, version: number): AccountSetups {
    let account = this.#accounts.get(accountId)
    if (account?.version !== version || account.setups.size + account.suppliers.size > MAX_KEPT) {
      account = { version, setups: new Map(), suppliers: new Map(), whole: null, judgesLengths: false }
      this.#accounts.set(accountId, account)
    }
    return account
  }
}

function keep(
  account: AccountSetups,
  [sources, suppliers, hashRequired, unsignedOverrule, keys, , accountRules, hasListedMarks, objections]: SetupsTuple,
  wanted: { readonly sourceIds: readonly number[]; readonly supplierIds: readonly number[] },
): void {
  for (const id of wanted.sourceIds) account.setups.set(id, null)
  for (const { sourceId, surveyRules, projectRules, securities, ...setup } of sources ?? []) {
    const rules = doorRules(
      { survey: surveyRules, project: projectRules ?? [], account: accountRules ?? [] },
      securities,
    )
    if (judgesLengths(rules)) account.judgesLengths = true
    account.setups.set(sourceId, {
      ...setup,
      ...rules,
      supplierPricesCents: new Map(setup.supplierPricesCents),
      supplierShares: new Map(setup.supplierShares),
      excludedSuppliers: new Map(setup.excludedSuppliers),
      qualifications: setup.qualifications.map(({ name, condition }) => ({
        name,
        condition: readCondition(condition) ?? UNMEETABLE,
      })),
    })
  }
  for (const id of wanted.supplierIds) account.suppliers.set(id, null)
  for (const [id, cpiCents, redirects] of suppliers ?? []) account.suppliers.set(id, { cpiCents, redirects })
  account.whole = {
    hashRequired,
    unsignedOverrule,
    keys,
    hasListedMarks,
    objections: new Set(objections.map(([supplierId, rid]) => objectionKey(supplierId, rid))),
  }
}

function setupsOf(
  { whole, version, ...account }: AccountSetups,
  sourceIds: readonly number[],
  supplierIds: readonly number[],
  nowMs: number,
): StudySetups {
  const setups = new Map<number, SourceSetup>()
  const suppliers = new Map<number, SupplierFacts>()
  const addSupplier = (id: number): void => {
    const supplier = account.suppliers.get(id)
    if (supplier) suppliers.set(id, supplier)
  }
  for (const id of sourceIds) {
    const setup = account.setups.get(id)
    if (!setup) continue
    setups.set(id, setup)
    for (const supplierId of setup.supplierPricesCents.keys()) addSupplier(supplierId)
  }
  supplierIds.forEach(addSupplier)
  const {
    hashRequired = false,
    unsignedOverrule = false,
    keys = [],
    hasListedMarks = false,
    objections = NO_OBJECTIONS,
  } = whole ?? {}
  // keys also begin and expire by time
  const hashSecrets = keys
    .filter(([, fromMs, untilMs]) => fromMs <= nowMs && (untilMs === null || untilMs > nowMs))
    .map(([secret]) => secret)
  return { version, setups, suppliers, hashRequired, unsignedOverrule, hashSecrets, hasListedMarks, objections }
}
