import type { WrittenSource } from '@desk/platform/demo/demo-studies'
import type { Locator, Page } from '@playwright/test'
import type { Desk } from '../e2e/desk/desk.ts'
import { sql } from 'kysely'
import { goToHash } from '../e2e/desk/hash.ts'
import { expect, test } from './picture-fixture.ts'

const ANA = 'admin@acme.example'

const main = (page: Page): Locator => page.getByRole('main')
const field = (page: Page, label: string): Locator => main(page).getByRole('textbox', { name: label })

/** A source of Acme that is in the field, of this type. */
function sourceOf(demo: readonly WrittenSource[], type: 'diy' | 'classic') {
  const found = demo.find(({ plan }) => plan.type === type && plan.status === 'live')
  if (found === undefined) throw new Error(`The demo has no live ${type} source.`)
  return { ...found, survey: `/manage/project/${found.projectId}/survey/${found.surveyId}` }
}

/** Gives a source qualifications, and quotas of age for each gender. */
async function giveQuotas(desk: Desk, { sourceId, plan }: WrittenSource): Promise<void> {
  const ages = [
    [18, 34, 0.16],
    [35, 49, 0.17],
    [50, 64, 0.15],
  ] as const
  const groupOf = (name: string, code: string) => ({
    name,
    conditions: [{ param: 'gender', in: [code] }],
    quotas: ages.map(([min, max, share]) => ({
      name: `${name}, ${min} to ${max}`,
      target: Math.floor(plan.target * share),
      conditions: [{ param: 'age', min, max }],
    })),
  })
  const body = {
    stmid: sourceId,
    qualifications: [
      { name: 'Gender', param: 'gender', in: ['1', '2'] },
      { name: 'Age', param: 'age', min: 18, max: 64 },
    ],
    quota_groups: [groupOf('Men', '1'), groupOf('Women', '2')],
  }
  const { status, body: answer } = await desk.call('POST', '/v2/survey-quals-quotas', {
    token: await desk.tokenOf(ANA),
    body,
  })
  expect({ status, answer }).toMatchObject({ status: 200 })
}

/** Goes the way of the test link as three test respondents, of whom one completes and one is screened out. */
async function tryOut(desk: Desk, page: Page): Promise<void> {
  for (const [at, code] of ['1000', '2000', null].entries()) {
    const { pathname, search } = new URL(
      (await main(page).getByRole('link', { name: 'Start a test' }).getAttribute('href')) ?? '',
    )
    const { headers } = await fetch(desk.url + pathname + search, { redirect: 'manual' })
    const rdud = /[?&]id=([0-9a-z]+-[0-9a-f]{32})/.exec(headers.get('location') ?? '')?.[1]
    if (rdud !== undefined && code !== null) await desk.comeBack(rdud, code)
    await page.reload()
    await expect(
      main(page)
        .getByRole('table', { name: /^Test respondents/ })
        .getByRole('row'),
    ).toHaveCount(at + 2)
  }
}

test('a DIY source: its form part by part, its test', async ({ desk, demo, visit, picture }) => {
  const source = sourceOf(demo, 'diy')
  await giveQuotas(desk, source)
  const page = await visit(ANA, `${source.survey}/stream/${source.sourceId}`)
  await expect(field(page, 'Target of Men, 18 to 34')).toBeVisible()
  await picture(page, 'source-edit')
  await picture(page, 'source-suppliers', {
    part: main(page).getByRole('region', { name: 'Suppliers and allocation' }),
  })
  await picture(page, 'source-quotas', { part: main(page).getByRole('region', { name: 'Qualifications' }).first() })
  await picture(page, 'source-entry-links', {
    part: main(page).getByRole('region', { name: 'Entry links', exact: true }),
  })
  await tryOut(desk, page)
  await picture(page, 'source-test', { part: main(page).getByRole('region', { name: 'Test', exact: true }) })
  await main(page).getByRole('button', { name: 'Add qualification' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name or precode' }).fill('Education')
  await dialog
    .getByRole('button', { name: /Education/ })
    .first()
    .click()
  await expect(dialog.getByRole('listbox')).toBeVisible()
  await picture(page, 'source-qualification')
  await page.keyboard.press('Escape')

  const link = await main(page).getByRole('textbox', { name: 'Test link' }).inputValue()
  await goToHash(page, link.slice(link.indexOf('#') + 1))
  await expect(page.getByRole('heading', { name: /^Test / })).toBeVisible()
  await picture(page, 'test-link')
})

test('how Auto-Boost raises a source', async ({ desk, demo, visit, picture }) => {
  const source = sourceOf(demo, 'diy')
  const letBoost = (may: boolean) =>
    desk.database.asSystem(tx =>
      sql`update app_user set auto_boost_access = ${may} where username = ${ANA}`.execute(tx),
    )
  await letBoost(true)
  const page = await visit(ANA, `${source.survey}/stream/${source.sourceId}`)
  const section = main(page).getByRole('region', { name: 'Auto-Boost' })
  await section.getByRole('switch', { name: 'Auto-Boost' }).press('Space')
  await section.getByRole('textbox', { name: /^Step/ }).fill('0.25')
  await field(page, 'Highest price').fill('4.00')
  await picture(page, 'source-boost', { part: section })
  await letBoost(false)
})

test('whom a source invites again, chosen by projects', async ({ demo, visit, picture }) => {
  const source = sourceOf(demo, 'diy')
  const page = await visit(ANA, `${source.survey}/stream/${source.sourceId}`)
  const section = main(page).getByRole('region', { name: 'Recontact' })
  await section.getByText('Choose by projects').click()
  await section.getByRole('searchbox', { name: 'Search projects to invite from' }).fill('a')
  await section
    .getByRole('group', { name: 'Respondents of projects' })
    .getByRole('button', { name: 'Choose Electric vehicles tracker' })
    .click()
  await expect(section.getByRole('list', { name: 'Projects to invite from' }).getByRole('listitem')).toHaveCount(1)
  await section.getByRole('button', { name: 'Look up their respondents' }).click()
  await expect(section.getByRole('button', { name: /^Add/ })).toBeVisible()
  await picture(page, 'source-recontact', { part: section })
})

test('whom a source keeps out', async ({ demo, visit, picture }) => {
  const source = sourceOf(demo, 'diy')
  const page = await visit(ANA, `${source.survey}/stream/${source.sourceId}`)
  const section = main(page).getByRole('region', { name: 'Exclusions' })
  const search = section.getByRole('searchbox', { name: 'Search projects to exclude' })
  await search.fill('Electric')
  await section.getByRole('button', { name: 'Exclude Electric vehicles tracker' }).click()
  await section.getByRole('button', { name: 'Apply exclusions' }).click()
  await expect(section.getByText(/^Keeps out up to/)).toBeVisible()
  await search.fill('a')
  await expect(section.getByRole('list', { name: 'Projects found' })).toBeVisible()
  await picture(page, 'source-exclusions', { part: section })
})

test('new sources, and templates', async ({ desk, demo, visit, picture }) => {
  const source = sourceOf(demo, 'diy')
  await giveQuotas(desk, source)
  const page = await visit(ANA, `${source.survey}/stream/new`)
  await expect(main(page).getByRole('region', { name: /launch/ })).toBeVisible()
  await picture(page, 'source-new')
  await goToHash(page, `${source.survey}/stream/new?type=lucid`)
  await expect(page.getByRole('heading', { name: 'New Lucid source' })).toBeVisible()
  await picture(page, 'source-new-lucid')

  const dialog = page.getByRole('dialog')
  await goToHash(page, `${source.survey}/stream/${source.sourceId}`)
  await expect(field(page, 'Target of Men, 18 to 34')).toBeVisible()
  for (const [button, name] of [
    ['Source templates', 'US adults, nat rep'],
    ['Allocation templates', 'Outback and Kestrel'],
  ] as const) {
    await main(page).getByRole('button', { name: button }).click()
    await dialog.getByRole('textbox', { name: 'Save this form as' }).fill(name)
    await dialog.getByRole('button', { name: 'Save template' }).click()
    await expect(dialog.getByRole('listitem')).toContainText(name)
    if (button === 'Allocation templates') await picture(page, 'allocation-templates')
    await page.keyboard.press('Escape')
  }
  await goToHash(page, `${source.survey}/stream/new`)
  await main(page).getByRole('button', { name: 'Source templates' }).click()
  await dialog.getByRole('button', { name: 'Look at it: US adults, nat rep' }).click()
  await expect(dialog.getByRole('row', { name: /^Quotas/ })).toBeVisible()
  await picture(page, 'source-templates')
})

test('classic sources', async ({ demo, visit, picture }) => {
  const source = sourceOf(demo, 'classic')
  const page = await visit(ANA, `${source.survey}/manual-streams/new`)
  await field(page, 'Source Name').fill('Client list, autumn')
  await field(page, 'Supply Price').fill('201')
  await field(page, 'Supply Price').press('Tab')
  await expect(main(page).getByText('Supply Price value must be less than $200.00')).toBeVisible()
  await picture(page, 'classic-new')
  const editing = await visit(ANA, `${source.survey}/manual-streams/${source.sourceId}`)
  await expect(field(editing, 'Complete redirect')).toBeVisible()
  await picture(editing, 'classic-edit')
})
