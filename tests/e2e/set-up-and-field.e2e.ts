import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { randomUUID } from 'node:crypto'
import { expect, test } from './desk/desk-fixture.ts'
import {
  addSupplier,
  choose,
  field,
  launchHead,
  newSource,
  newStudy,
  newSupplier,
  OUTCOMES,
  respond,
  row,
  saveAndLaunch,
} from './desk/set-up-steps.ts'

test('an account with one admin and nothing else: a study with a DIY, a classic and a Lucid source is set up and launched in the browser alone, five respondents end in five ways, and every figure is right to the cent', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({
    name: `Fresh ${randomUUID().slice(0, 8)}`,
    parentAccountId: DEMO_ACCOUNTS.staff,
  })
  const { username } = await desk.maker.user({ accountId, roleId: 1, advancedView: true })
  const page = await visit(username, '/projects', { token: await desk.signIn(username, TEST_PASSWORD) })
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()

  await newSupplier(page, 'Kestrel')
  await newSupplier(page, 'Heron')

  await newStudy(page)

  await newSource(page, 'DIY', 'Panel mix', '10')
  await field(page, 'Supply Price').fill('2.35')
  await addSupplier(page, 'Kestrel')
  await saveAndLaunch(page, 'Panel mix')
  await newSource(page, 'Classic', 'Own panel', '10')
  await field(page, 'Supply Price').fill('4.05')
  await choose(page, 'Choose a supplier', 'Heron')
  await saveAndLaunch(page, 'Own panel')
  await newSource(page, 'Lucid', 'Exchange', '10')
  await addSupplier(page, 'Heron')
  await saveAndLaunch(page, 'Exchange')

  await launchHead(page)
  await page.getByRole('link', { name: 'Tea study' }).click()
  await launchHead(page)
  await page.goBack()

  const token = await desk.signIn(username, TEST_PASSWORD)
  const surveyId = Number(/survey\/(\d+)\/streams/.exec(page.url())?.[1])
  const { body: sources } = await desk.call('GET', `/v1/survey-stream-metrics/${surveyId}`, { token })
  const { body: suppliers } = await desk.call('GET', '/v1/suppliers', { token })
  const idOf = (name: string): number => sources.find((source: { name: string }) => source.name === name).stmid
  const supplierOf = (name: string): number =>
    suppliers.find((supplier: { name: string }) => supplier.name === name).pm_sup_ud
  const back = []
  for (const [no, outcome] of OUTCOMES.entries())
    back.push(await respond(desk.url, idOf('Panel mix'), supplierOf('Kestrel'), `r-${no}`, outcome))
  expect(back).toEqual(
    ['complete', 'termination', 'overquota', 'quality', 'security'].map(
      (outcome, no) => `https://kestrel.example/back?id=r-${no}&o=${outcome}`,
    ),
  )
  expect(await respond(desk.url, idOf('Own panel'), supplierOf('Heron'), 'r-9', 'Complete')).toBe(
    'https://heron.example/back?id=r-9&o=complete',
  )

  await expect(row(page, 'Panel mix')).toContainText('$2.35')
  await expect(row(page, 'Own panel')).toContainText('$4.05')
  await expect(row(page, 'Total')).toContainText('$6.40')
  const { body: figures } = await desk.call('GET', `/v1/survey-stream-metrics/${surveyId}`, { token })
  const shown = [
    'entrants',
    'eqTerms',
    'terms',
    'oQs',
    'sqTerms',
    'abandons',
    'inflight',
    'completes',
    'ir',
    'conversion',
    'supplierCpi',
    'expense',
  ]
  expect(
    figures.map((source: Record<string, unknown>) => [source['name'], ...shown.map(column => source[column])]),
  ).toEqual([
    ['Panel mix', 5, 0, 1, 1, 2, 0, 0, 1, 1 / 3, 0.2, 2.35, 2.35],
    ['Own panel', 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 4.05, 4.05],
    ['Exchange', 0, 0, 0, 0, 0, 0, 0, 0, null, null, null, 0],
  ])
  const { body: costs } = await desk.call(
    'GET',
    `/v2/reports/costsummary?pm_proj_ud=${sources[0] === undefined ? 0 : (await desk.call('GET', `/v1/surveys/${surveyId}`, { token })).body.pm_proj_ud}`,
    { token },
  )
  expect(costs.total).toMatchObject({ completes: 2, revenue: 16.3, expense: 6.4, margin: 9.9 })
})
