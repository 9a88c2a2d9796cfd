import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { sql } from 'kysely'
import { goToHash } from '../e2e/desk/hash.ts'
import { expect, test } from './picture-fixture.ts'

const DAY_MS = 86_400_000
const WEEKS = 13

test('scorecards of Defender and its trends', async ({ desk, visit, picture }) => {
  const accountId = await desk.maker.account({ name: 'Meridian Research', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId, firstname: 'Nora', lastname: 'Lindgren', advancedView: true })
  const names = ['Kestrel', 'Northwind panel', 'Harbor', 'Field & Main', 'Blue river']
  const today = Math.floor(Date.now() / DAY_MS)
  await desk.database.asSystem(async tx => {
    for (const [at, name] of names.entries()) {
      const { rows } = await sql<{ id: number }>`
        insert into supplier (account_id, name) values (${accountId}, ${name}) returning supplier_id as id`.execute(tx)
      const supplier = rows[0]?.id ?? 0
      for (let week = 0; week < WEEKS; week++) {
        const day = today - week * 7
        const flagged = 12 + at * 9 + ((week * 7 + at * 5) % 11) + (at === 3 && week < 3 ? 60 : 0)
        const rejected = Math.round(flagged * 0.06 * (at + 1))
        const [all, bad] = [120, rejected + 3 + ((week + at) % 3)]
        await sql`
          insert into defender_count (account_id, day, source_id, supplier_id, rule, entrants, refused, completes, reconciled, rejected, saved_cents, lost_cents)
          values (${accountId}, ${day}, 1, ${supplier}, '', ${400 + at * 30}, 8, ${all}, ${all}, ${bad}, 0, 0),
            (${accountId}, ${day}, 1, ${supplier}, '*', ${flagged}, 8, ${Math.round(flagged / 2)}, ${Math.round(flagged / 2)}, ${rejected}, ${rejected * 520}, ${(Math.round(flagged / 2) - rejected) * 520}),
            (${accountId}, ${day}, 1, ${supplier}, 'country', ${flagged}, 8, ${Math.round(flagged / 2)}, ${Math.round(flagged / 2)}, ${rejected}, ${rejected * 520}, ${(Math.round(flagged / 2) - rejected) * 520})`.execute(
          tx,
        )
      }
    }
    await sql`insert into defender_day (account_id, day, counted_at, took_ms) values (${accountId}, ${today}, now(), 3)`.execute(
      tx,
    )
  })
  const token = await desk.signIn(username, TEST_PASSWORD)
  const rule = { rule: 'country', threshold: null, window_hours: null }
  const path = `/v1/defender-setting/byaccount/${accountId}`
  await desk.call('POST', path, { token, body: { rules: [{ ...rule, mode: 'shadow' }], version: 0 } })
  const page = await visit(username, '/defender/suppliers', { token })
  await expect(page.getByRole('row', { name: /Field & Main/ })).toBeVisible()
  await picture(page, 'defender-suppliers')
  await goToHash(page, '/defender/trends')
  await expect(page.getByRole('img', { name: /^Flagged by week/ })).toBeVisible()
  await picture(page, 'defender-trends')
})

test('the review of flagged completes', async ({ desk, visit, picture }) => {
  const accountId = await desk.maker.account({ name: 'Meridian Research', parentAccountId: DEMO_ACCOUNTS.staff })
  const { sourceIds, supplierId } = await desk.maker.study({ accountId })
  const { username } = await desk.maker.user({ accountId, firstname: 'Nora', lastname: 'Lindgren', advancedView: true })
  const token = await desk.signIn(username, TEST_PASSWORD)
  const rule = { rule: 'fingerprint_missing', mode: 'shadow', threshold: null, window_hours: null }
  await desk.call('POST', `/v1/defender-setting/byaccount/${accountId}`, { token, body: { rules: [rule], version: 0 } })
  const door = { sourceId: sourceIds[0] ?? 0, supplierIds: [supplierId] }
  await desk.respondents(door, 'panel', ['1000', '1000', '1000', '2000'])
  const page = await visit(username, '/defender/review', { token })
  await expect(page.getByRole('row', { name: /panel/ })).toHaveCount(3)
  await page.keyboard.press('c')
  await expect(page.getByRole('row', { name: /panel/ })).toHaveCount(2)
  await picture(page, 'defender-review')
})
