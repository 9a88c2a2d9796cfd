import { expect, onTestFinished, test } from 'vitest'
import { createLedger } from '#ledger/batches/ledger'
import { back, entry, sent } from '#ledger/testing/operations'
import { verifyLedger } from '#ledger/verify/verify-ledger'
import { DeskDatabase } from '#kernel/db/desk-database'
import { migrate } from './migrate.ts'
import { emptyDatabase } from '#testing/database/harness'
import { asOwner, silentLog } from '#testing/database/test-server'
import { migrations } from './list.ts'

/** Two completes, a client term, a Defender term, an abandon, one in progress and a test, as every version could store them. */
const TRAFFIC = `
  insert into account (account_id, name, account_type) overriding system value values (77, 'Earlier', 'DESK');
  insert into project (account_id, project_id, name, number, target, sell_price_cents, status) overriding system value values (77, 701, 'Project', 'P-1', 100, 500, 1);
  insert into survey (account_id, survey_id, project_id, name, target, survey_url, status) overriding system value values (77, 702, 701, 'Survey', 100, 'https://survey.example/?id=[%RDUD%]', 1);
  insert into source (account_id, source_id, survey_id, project_id, name, type, target, supply_price_cents, test_token, status) overriding system value
    values (77, 703, 702, 701, 'Source', 'diy', 100, 250, 't', 1);
  insert into supplier (account_id, supplier_id, name, supplier_cpi_cents) overriding system value values (77, 704, 'Panel', 100);
  insert into source_supplier (account_id, source_id, supplier_id) values (77, 703, 704);
  create temporary table came (n int, code smallint, is_test boolean, seconds int);
  insert into came values (1, 30, false, 300), (2, 30, false, 500), (3, 31, false, null), (4, 20, false, null), (5, 40, false, null), (6, 11, false, null), (7, 30, true, 9);
  insert into respondent (account_id, rdud, source_id, survey_id, project_id, supplier_id, rid, code, is_test, loi_stated_seconds, interview_seconds, cpi_cents, entered_at, in_survey_at, fingerprint)
    select 77, ('00000000-0000-7000-8000-00000000000' || n)::uuid, 703, 702, 701, case when n < 3 then 704 end, 'r' || n, code, is_test, 600, seconds,
      case when code = 30 then 250 end, '2026-11-20 12:00Z', case when code <> 20 then '2026-11-20 12:00Z'::timestamptz end, 'f' || n from came;
  insert into respondent_event (account_id, at, rdud, source_id, from_code, to_code, changed, is_test, detail)
    select 77, '2026-11-20 12:00Z', ('00000000-0000-7000-8000-00000000000' || n)::uuid, 703, null, case code when 20 then 20 else 11 end, true, is_test,
      case code when 20 then '{"rule": "datacentre", "threshold": "no datacentre", "value": "datacentre"}'::jsonb end from came order by n;
  insert into respondent_event (account_id, at, rdud, source_id, from_code, to_code, changed, is_test, interview_seconds, cpi_cents)
    select 77, '2026-11-20 12:10Z', ('00000000-0000-7000-8000-00000000000' || n)::uuid, 703, 11, code, true, is_test, seconds, case when code = 30 then 250 end from came where code not in (11, 20) order by n;
  insert into rollup (account_id, scope, scope_id, version, entrants, eq_terms, terms, abandons, inflight, completes, expense_cents, loi_count, loi_seconds, loi_below, loi_at, loi_median_seconds)
    select 77, scope, id, 1, 6, 1, 1, 1, 1, 2, 500, 2, 300, 0, 1, 400 from (values (1, 701), (2, 702), (3, 703)) as v(scope, id);
  insert into hour_bucket (account_id, scope, scope_id, hour, entrants, completes_live, completes_test)
    select 77, scope, id, '2026-11-20 12:00Z', 6, 2, 1 from (values (1, 701), (2, 702), (3, 703)) as v(scope, id);
  insert into loi_bucket (account_id, scope, scope_id, seconds, n) values (77, 3, 703, 300, 1), (77, 3, 703, 500, 1);`

/** The price that a complete of before has had since it counts. */
const PRICED = `update rollup set priced_completes = completes`

const before = Object.keys(migrations)
  .toSorted()
  .filter(name => name < '0032')

test.each(before)(
  'from %s: what is stored goes on, every figure is what the ledger says, and traffic too (F11)',
  async version => {
    const { url, drop } = await emptyDatabase()
    onTestFinished(drop)
    await migrate(url, { upTo: version })
    await asOwner(url, version === '0031_priced_completes' ? `${TRAFFIC};${PRICED}` : TRAFFIC)
    await migrate(url)
    const database = new DeskDatabase({ url, log: silentLog })
    onTestFinished(() => database.close())
    const migrated = await verifyLedger(database)
    const ledger = createLedger(database)
    const came = sent(await ledger.enter(77, entry(703, 'next', { fingerprint: 'f1' })))
    await ledger.return(77, back(came.hex, '1000'))
    expect([migrated, await verifyLedger(database)]).toEqual([[], []])
    expect(
      await asOwner(
        url,
        `select supplier_id as id, entrants::int, code_30::int as completes, expense_cents::int as cents from supplier_rollup order by 1`,
      ),
    ).toEqual([
      { id: 0, entrants: 4, completes: 0, cents: 0 },
      { id: 704, entrants: 3, completes: 3, cents: 750 },
    ])
    // of before, only what had decided is known, and nothing of what the door knew
    expect(await asOwner(url, 'select place, rule, refused, value from rule_verdict')).toEqual([
      { place: 1, rule: 'datacentre', refused: true, value: 'datacentre' },
    ])
    expect(
      await asOwner(
        url,
        `select count(*)::int as entries, count(door_version)::int as "withVersion", count(device)::int as "withDevice" from respondent_event where from_code is null`,
      ),
    ).toEqual([{ entries: 8, withVersion: 1, withDevice: 1 }])
    expect(await asOwner(url, 'select distinct scope::int from door_config where account_id = 77 order by 1')).toEqual(
      [1, 2, 3, 4].map(scope => ({ scope })),
    )
  },
  60_000,
)
