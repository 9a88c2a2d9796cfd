import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { sql } from 'kysely'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'
import { atHash } from './desk/hash.ts'

/** A user of Beta who belongs to one more account. */
async function memberOf(desk: Desk, accountId: number): Promise<{ readonly username: string; readonly token: string }> {
  const { userId, username } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.beta })
  await desk.database.asSystem(tx =>
    sql`insert into user_account (account_id, user_id, is_default) values (${accountId}, ${userId}, false)`.execute(tx),
  )
  return { username, token: await desk.signIn(username, TEST_PASSWORD) }
}

test('a deep link of another account of one’s own says whose it is and offers the switch, which opens that very link (look.md 16, §4.9)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Study of the other account')
  const link = `${study.surveyListPath.replace('/projects/', '/manage/project/')}?state=1`
  const { username, token } = await memberOf(desk, DEMO_ACCOUNTS.acme)
  const page = await visit(username, link, { token })
  await expect(page.getByRole('banner').getByText('Beta Insights')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading')).toHaveText(['Page not found'])
  await expect(main.getByText('It is in Acme Research, another account of yours.')).toBeVisible()
  // the link is good: no message says otherwise
  await expect(main.getByText('Oops!')).toHaveCount(0)
  await main.getByRole('button', { name: 'Switch to Acme Research' }).click()

  await expect(page.getByRole('banner').getByText('Acme Research')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Study of the other account', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(atHash(link))
})

test('a user outside the account of a link learns nothing: Page not found, as for a missing page (S1, §2.29)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Study of others')
  const { username, token } = await memberOf(desk, DEMO_ACCOUNTS.staff)
  const seen: string[] = []
  for (const path of [study.surveyListPath, '/projects/999999/survey']) {
    const page = await visit(username, '/projects', { token })
    const answered = page.waitForResponse(response => response.url().includes('/v1/whereabouts'))
    await page.evaluate(hash => void (window.location.hash = hash), `#${path}`)
    expect((await answered).status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    seen.push(await page.getByRole('main').innerText())
  }
  expect(seen[0]).toBe(seen[1])
  expect(seen[0]).toContain('Oops! Looks like you followed a bad link.')
})
