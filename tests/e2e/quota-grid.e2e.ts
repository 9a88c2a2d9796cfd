import { STATUS_CODES } from '@desk/schema/statuses/status'
import { expect, test } from './desk/desk-fixture.ts'
import { field, main, setUpSources, toast } from './desk/source-steps.ts'

const CLICKS_MAX = 12

test(`quotas of four ages by gender are set in at most ${CLICKS_MAX} clicks, stored as eight quotas, and open as a grid; a later save keeps their numbers (day.md §8, api:T3, api:T4)`, async ({
  desk,
  visit,
}) => {
  const { accountId, ada, suppliers, projectId, surveyId, survey } = await setUpSources(desk)
  const supplierIds = [suppliers[0]!]
  const id = await desk.maker.source({
    accountId,
    projectId,
    surveyId,
    name: 'Panel D',
    status: STATUS_CODES.draft,
    target: 300,
    supplierIds,
  })
  const path = `${survey}/stream/${id}`
  const { status } = await desk.call('POST', '/v2/survey-quals-quotas', {
    token: ada.token,
    body: {
      stmid: id,
      qualifications: [
        { name: 'Age', param: 'age', min: 18, max: 64 },
        { name: 'Gender', param: 'gender', in: ['1', '2'] },
      ],
      quota_groups: [],
    },
  })
  expect(status).toBe(200)
  const quotas = async () => {
    const { body } = await desk.call('GET', `/v2/survey-quals-quotas?stmid=${id}`, { token: ada.token })
    return body.quota_groups.flatMap((group: { quotas: { quota_no: number; name: string; target: number }[] }) =>
      group.quotas.map(({ quota_no, name, target }) => [quota_no, name, target]),
    )
  }

  const page = await visit(ada.username, path, { token: ada.token })
  let clicks = 0
  await page.exposeFunction('countClick', () => void clicks++)
  await page.evaluate(() =>
    addEventListener('pointerdown', () => (window as unknown as { countClick: () => void }).countClick(), true),
  )
  await main(page).getByRole('radio', { name: 'Grid' }).click()
  await main(page).getByRole('button', { name: 'Divide by Age' }).click()
  await main(page).getByRole('button', { name: 'Divide by Gender' }).click()
  await field(page, 'Bands of Age').click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('18-24, 25-34, 35-44, 45-64')
  await page.keyboard.press('Enter')
  await field(page, 'Target of Men 18–24').click()
  for (const target of [20, 30, 40, 60, 20, 30, 40, 60]) {
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(String(target))
    await page.keyboard.press('Tab')
  }
  await expect(main(page).getByText('Adds up to Target (N) 300.')).toBeVisible()
  await expect(main(page).getByText('Every respondent who qualifies has a quota.')).toBeVisible()
  await main(page).getByRole('button', { name: 'Save as draft' }).click()
  await expect(toast(page, 'Panel D was saved')).toBeVisible()
  await expect.poll(() => clicks).toBeGreaterThan(0)
  expect(clicks).toBeLessThanOrEqual(CLICKS_MAX)
  const made = ['Men', 'Women'].flatMap((gender, row) =>
    (['18–24', '25–34', '35–44', '45–64'] as const).map((age, at) => [
      row * 4 + at + 1,
      `${gender} ${age}`,
      [20, 30, 40, 60][at],
    ]),
  )
  expect(await quotas()).toEqual(made)

  const again = await visit(ada.username, path, { token: ada.token })
  await field(again, 'Target of Women 45–64').fill('50')
  await expect(main(again).getByText('Adds up to 290: 10 below Target (N) 300.')).toBeVisible()
  await main(again).getByRole('button', { name: 'Save as draft' }).click()
  await expect(toast(again, 'Panel D was saved')).toBeVisible()
  expect(await quotas()).toEqual(made.map(line => (line[1] === 'Women 45–64' ? [8, 'Women 45–64', 50] : line)))
})
