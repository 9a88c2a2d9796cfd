import { beforeAll, expect, test } from 'vitest'
import { createLedger } from '#ledger/batches/ledger'
import { back, entry, sent } from '#ledger/testing/operations'
import { verifyLedger, type Drift } from '#ledger/verify/verify-ledger'
import { DeskDatabase } from '#kernel/db/desk-database'
import { migrate } from './migrate.ts'
import { emptyDatabase } from '#testing/database/harness'
import { asOwner, silentLog } from '#testing/database/test-server'
import { migrations } from './list.ts'

/** Two completes, a client term, a Defender term, an abandon, one in progress and a test, as the baseline stores them. */
const traffic = (account: number): string => `
  insert into account (account_id, name, account_type) overriding system value values (${account}, 'Earlier', 'DESK');
  insert into project (account_id, project_id, name, number, target, sell_price_cents, status) overriding system value values (${account}, ${account}01, 'Project', 'P-1', 100, 500, 1);
  insert into survey (account_id, survey_id, project_id, name, target, survey_url, status) overriding system value values (${account}, ${account}02, ${account}01, 'Survey', 100, 'https://survey.example/?id=[%RDUD%]', 1);
  insert into source (account_id, source_id, survey_id, project_id, name, type, target, supply_price_cents, test_token, status) overriding system value
    values (${account}, ${account}03, ${account}02, ${account}01, 'Source', 'diy', 100, 250, 't${account}', 1);
  insert into supplier (account_id, supplier_id, name, supplier_cpi_cents) overriding system value values (${account}, ${account}04, 'Panel', 100);
  insert into source_supplier (account_id, source_id, supplier_id) values (${account}, ${account}03, ${account}04);
  create temporary table came (n int, code smallint, is_test boolean, seconds int);
  insert into came values (1, 30, false, 300), (2, 30, false, 500), (3, 31, false, null), (4, 20, false, null), (5, 40, false, null), (6, 11, false, null), (7, 30, true, 9);
  insert into respondent (account_id, rdud, source_id, survey_id, project_id, supplier_id, rid, code, is_test, loi_stated_seconds, interview_seconds, cpi_cents, entered_at, in_survey_at, fingerprint)
    select ${account}, ('0000${account}-0000-7000-8000-00000000000' || n)::uuid, ${account}03, ${account}02, ${account}01, case when n < 3 then ${account}04 end, 'r' || n, code, is_test, 600, seconds,
      case when code = 30 then 250 end, '2026-11-20 12:00Z', case when code <> 20 then '2026-11-20 12:00Z'::timestamptz end, 'f' || n from came;
  insert into respondent_event (account_id, at, rdud, source_id, from_code, to_code, changed, is_test, detail)
    select ${account}, '2026-11-20 12:00Z', ('0000${account}-0000-7000-8000-00000000000' || n)::uuid, ${account}03, null, case code when 20 then 20 else 11 end, true, is_test,
      case code when 20 then '{"rule": "datacentre", "threshold": "no datacentre", "value": "datacentre"}'::jsonb end from came order by n;
  insert into rule_verdict (account_id, rdud, place, source_id, at, rule, refused, threshold, value)
    select ${account}, ('0000${account}-0000-7000-8000-00000000000' || n)::uuid, 1, ${account}03, '2026-11-20 12:00Z', 'datacentre', true, 'no datacentre', 'datacentre' from came where code = 20;
  insert into respondent_event (account_id, at, rdud, source_id, from_code, to_code, changed, is_test, interview_seconds, cpi_cents)
    select ${account}, '2026-11-20 12:10Z', ('0000${account}-0000-7000-8000-00000000000' || n)::uuid, ${account}03, 11, code, true, is_test, seconds, case when code = 30 then 250 end from came where code not in (11, 20) order by n;
  insert into rollup (account_id, scope, scope_id, version, entrants, code_20, code_31, code_40, code_11, code_30, priced_completes, expense_cents, loi_count, loi_seconds, loi_below, loi_at, loi_median_seconds)
    select ${account}, scope, id, 1, 6, 1, 1, 1, 1, 2, 2, 500, 2, 300, 0, 1, 400 from (values (1, ${account}01), (2, ${account}02), (3, ${account}03)) as v(scope, id);
  insert into supplier_rollup (account_id, source_id, supplier_id, entrants, code_20, code_31, code_40, code_11, code_30, priced_completes, expense_cents)
    values (${account}, ${account}03, 0, 4, 1, 1, 1, 1, 0, 0, 0), (${account}, ${account}03, ${account}04, 2, 0, 0, 0, 0, 2, 2, 500);
  insert into hour_bucket (account_id, scope, scope_id, hour, entrants, completes_live, completes_test)
    select ${account}, scope, id, '2026-11-20 12:00Z', 6, 2, 1 from (values (1, ${account}01), (2, ${account}02), (3, ${account}03)) as v(scope, id);
  insert into ending_count (account_id, grain, slot, source_id, supplier_id, code, rule, respondents)
    select ${account}, grain, slot, case when ofsource then ${account}03 else 0 end, case when ofsource and n < 3 then ${account}04 else 0 end, code, case code when 20 then 'datacentre' else '' end, count(*)
      from came, (values (1, 498660, true), (2, 20777, true), (4, 742, true), (3, 498660, false), (5, 20777, false)) as period(grain, slot, ofsource)
      where not is_test group by 1, 2, 3, 4, 5, 6, 7;
  insert into loi_bucket (account_id, scope, scope_id, seconds, n) values (${account}, 3, ${account}03, 300, 1), (${account}, 3, ${account}03, 500, 1);`

const before = Object.keys(migrations).toSorted()
const [first = ''] = before

/** The result of migrating the traffic of one version. */
interface Migrated {
  /** Figures that differ from the ledger: once migrated, and after more traffic. */
  readonly drifts: readonly [readonly Drift[], readonly Drift[]]
  readonly suppliers: unknown
  readonly verdicts: unknown
  readonly events: unknown
  readonly scopes: unknown
}

/** Takes one database through these versions, each of which stores the traffic of an account of its own, to the latest; there, traffic comes too. */
async function broughtFrom(versions: readonly string[]): Promise<ReadonlyMap<string, Migrated>> {
  const { url, drop } = await emptyDatabase()
  try {
    const accountOf = new Map(versions.map((version, at) => [version, 7700 + at] as const))
    for (const [version, account] of accountOf) {
      await migrate(url, { upTo: version })
      await asOwner(url, traffic(account))
    }
    await migrate(url)
    const database = new DeskDatabase({ url, log: silentLog })
    try {
      const once = await verifyLedger(database)
      const ledger = createLedger(database)
      for (const account of accountOf.values()) {
        const came = sent(await ledger.enter(account, entry(account * 100 + 3, 'next', { fingerprint: 'f1' })))
        await ledger.return(account, back(came.hex, '1000'))
      }
      const after = await verifyLedger(database)
      const found = new Map<string, Migrated>()
      for (const [version, account] of accountOf) {
        const drifts = [once, after].map(all => all.filter(({ accountId }) => accountId === account))
        found.set(version, {
          drifts: [drifts[0] ?? [], drifts[1] ?? []],
          suppliers: await asOwner(
            url,
            `select supplier_id as id, entrants::int, code_30::int as completes, expense_cents::int as cents from supplier_rollup where account_id = ${account} order by 1`,
          ),
          verdicts: await asOwner(
            url,
            `select place, rule, refused, value from rule_verdict where account_id = ${account}`,
          ),
          events: await asOwner(
            url,
            `select count(*)::int as entries, count(door_version)::int as "withVersion", count(device)::int as "withDevice" from respondent_event where account_id = ${account} and from_code is null`,
          ),
          scopes: await asOwner(
            url,
            `select distinct scope::int from door_config where account_id = ${account} order by 1`,
          ),
        })
      }
      return found
    } finally {
      await database.close()
    }
  } finally {
    await drop()
  }
}

/** @param account whose traffic it is */
const wanted = (account: number): Migrated => ({
  drifts: [[], []],
  suppliers: [
    { id: 0, entrants: 4, completes: 0, cents: 0 },
    { id: account * 100 + 4, entrants: 3, completes: 3, cents: 750 },
  ],
  // the traffic has neither the version of the setup nor the device; the entrant of now has both
  verdicts: [{ place: 1, rule: 'datacentre', refused: true, value: 'datacentre' }],
  events: [{ entries: 8, withVersion: 1, withDevice: 1 }],
  scopes: [1, 2, 3, 4].map(scope => ({ scope })),
})

// one database for all of them: to bring one to the latest version takes as long as all else here
let found: ReadonlyMap<string, Migrated>
beforeAll(async () => {
  found = await broughtFrom(before)
}, 120_000)

test.each(before.map((version, at) => [version, 7700 + at] as const))(
  'from %s: what is stored goes on, every figure is what the ledger says, and traffic too (F11)',
  (version, account) => {
    expect(found.get(version)).toEqual(wanted(account))
  },
)

test('from the first, with all of its successors in one transaction, as for users who skip versions (F11)', async () => {
  expect(await broughtFrom([first])).toEqual(new Map([[first, wanted(7700)]]))
})
