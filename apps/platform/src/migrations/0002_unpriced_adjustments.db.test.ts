import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '#testing/database/harness'
import { asOwner } from '#testing/database/test-server'
import { migrate } from './migrate.ts'

const sum = (sourceId: number, rows: number, supplyCents: number) => ({
  isRest: false,
  outcome: 'applied_reject',
  isApplied: true,
  reasonCode: null,
  isSomebody: true,
  supplierId: null,
  sourceId,
  change: -1,
  rows,
  sellCents: 500 * rows,
  supplyCents,
  withSupplyPrice: rows,
})
const leftOut = { ...sum(8, 1, 0), outcome: 'unticked', isApplied: false }
const part = (kind: string, lines: number, priceCents: number) => ({
  kind,
  origin: '2026-10',
  lines,
  price_cents: priceCents,
  amount_cents: lines * priceCents,
})
const json = (value: unknown): string => `'${JSON.stringify(value)}'`

test('of earlier requests and statements, completes without a supply price are not counted as priced (docs/decisions/0092)', async () => {
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  await migrate(url, { upTo: '0001_baseline' })
  const row = (request: number, line: number, sourceId: number, cents: number, isApplied = true) =>
    `(7, ${request}, ${line}, false, gen_random_uuid(), 'rdud', '${isApplied ? 'applied_reject' : 'unticked'}', ${isApplied}, 'reject', false, 30, 50, 5, ${sourceId}, 500, ${cents})`
  await asOwner(
    url,
    `insert into account (account_id, name, account_type) overriding system value values (7, 'Earlier', 'DESK');
     insert into reconciliation (account_id, reconciliation_id, project_id, number, mode, version, kind, channel, state, rules_version, note, purchase_order, created_at, changes, row_sums)
       overriding system value values
       (7, 1, 5, 1, 'REJECT_LIST', 'new', 'text', 'screen', 'stored', 1, '', '', now(), 4, ${json([sum(8, 3, 500), sum(9, 1, 250), leftOut])}),
       (7, 2, 5, 2, 'REJECT_LIST', 'new', 'text', 'screen', 'previewed', 1, '', '', now(), 1, ${json([sum(9, 1, 250)])}),
       (7, 3, 5, 3, 'REJECT_LIST', 'new', 'text', 'screen', 'failed', 1, '', '', now(), 0, '[]');
     insert into reconciliation_row (account_id, reconciliation_id, line, is_rest, rdud, match, outcome, is_applied, verdict, changed_since, from_code, to_code, project_id, source_id, sell_cents, supply_cents)
       values ${[row(1, 1, 8, 250), row(1, 2, 8, 250), row(1, 3, 8, 0), row(1, 4, 9, 250), row(1, 5, 8, 0, false), row(2, 1, 9, 250)].join()};
     insert into statement_period (account_id, month, closed_at) values (7, '2026-10', now());
     insert into statement (account_id, scope, month, scope_id, scope_name, lines, completes, complete_cents, adjustments, adjustment_cents, total_cents, start_hash, head, seal, signature, public_key, parts)
       values (7, 'supplier', '2026-10', 4, 'Kestrel', 8, 5, 750, 3, -250, 500, sha256('a'), sha256('b'), '{}', 'c', sha256('d'),
         ${json([part('complete', 3, 250), part('complete', 2, 0), part('adjustment', 1, -250), part('adjustment', 2, 0)])})`,
  )

  await migrate(url)

  expect([
    await asOwner(
      url,
      `select reconciliation_id as id, priced_changes as priced, array(select (e->>'withSupplyPrice')::int from jsonb_array_elements(row_sums) e) as sums from reconciliation order by 1`,
    ),
    await asOwner(url, 'select priced_completes as completes, priced_adjustments as adjustments from statement'),
  ]).toEqual([
    [
      { id: 1, priced: 3, sums: [2, 1, 0] },
      { id: 2, priced: 1, sums: [1] },
      { id: 3, priced: 0, sums: [] },
    ],
    [{ completes: 3, adjustments: 1 }],
  ])
})
