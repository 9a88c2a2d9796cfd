import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import { expect, test } from './desk/desk-fixture.ts'
import { goToHash } from './desk/hash.ts'
import { addSupplier, field, setUpSources, idOf, main, toast } from './desk/source-steps.ts'

test('two people edit one source: each part as it was opened, as one has it and as it is now; a supplier that was deleted in between is named at its row (§5.28, api:T9, api:T14, domain.md §4)', async ({
  desk,
  visit,
}) => {
  const { accountId, ada, ben, suppliers, projectId, surveyId, survey } = await setUpSources(desk)
  const id = await desk.maker.source({
    accountId,
    projectId,
    surveyId,
    name: 'Panel mix',
    status: STATUS_CODES.draft,
    supplierIds: [suppliers[0]!],
  })
  const path = `${survey}/stream/${id}`
  await desk.database.asSystem(tx =>
    sql`update app_user set auto_boost_access = true where username in (${ada.username}, ${ben.username})`.execute(tx),
  )
  const [adas, bens] = [
    await visit(ada.username, path, { token: ada.token }),
    await visit(ben.username, path, { token: ben.token }),
  ]
  await field(bens, 'Target (N)').fill('120')
  await addSupplier(bens, 'Heron')
  await field(bens, 'Allocation of Kestrel').fill('60')
  await field(bens, 'Allocation of Heron').fill('40')
  await field(bens, 'Alias').fill('Mix of Ben')
  await field(adas, 'Alias').fill('Mix of Ada')
  await field(adas, 'Price of Kestrel').fill('2.75')
  await field(adas, 'Target (N)').fill('150')
  await main(adas).getByRole('button', { name: 'Save as draft' }).click()
  await expect(toast(adas, 'Panel mix was saved')).toBeVisible()
  await main(bens).getByRole('button', { name: 'Save as draft' }).click()
  const dialog = bens.getByRole('dialog', { name: 'Changed in the meantime' })
  await expect(dialog).toContainText('Ada Byron changed this source since you opened it.')
  await expect(dialog.getByRole('group', { name: 'Suppliers' }).getByRole('definition')).toHaveText([
    'Kestrel 100 %',
    'Kestrel 60 %, Heron 40 %',
    'Kestrel 100 % at 2.75',
  ])
  const alias = dialog.getByRole('group', { name: 'Alias' })
  await expect(alias.getByRole('definition')).toHaveText(['-', 'Mix of Ben', 'Mix of Ada'])
  await alias.getByRole('radio', { name: 'Keep mine' }).check()
  await dialog.getByRole('group', { name: 'Suppliers' }).getByRole('radio', { name: 'Keep mine' }).check()
  await dialog.getByRole('group', { name: 'Target (N)' }).getByRole('radio', { name: 'Take theirs' }).check()
  expect((await desk.call('DELETE', `/v1/suppliers/${suppliers[1]}`, { token: ada.token })).status).toBe(204)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const heron = main(bens).getByRole('row', { name: /Heron/ })
  await expect(heron).toContainText('Another user deleted this supplier. Take it out, or add another one.')
  await expect(field(bens, 'Allocation of Heron')).toHaveValue('40')
  await heron.getByRole('button', { name: 'Remove Heron' }).click()
  await field(bens, 'Allocation of Kestrel').fill('100')
  await main(bens).getByRole('button', { name: 'Save as draft' }).click()
  await expect(toast(bens, 'Panel mix was saved')).toBeVisible()
  const { body } = await desk.call('GET', `/v1/survey-streams/${id}`, { token: ada.token })
  expect([body.alias, body.respondents, body.suppliers]).toEqual([
    'Mix of Ben',
    150,
    [{ pm_sup_ud: suppliers[0], name: 'Kestrel', allocation: 1 }],
  ])

  const plain = await desk.maker.user({ accountId, firstname: 'Cleo', roleId: 2 })
  const cleos = await visit(plain.username, path, { token: await desk.signIn(plain.username, TEST_PASSWORD) })
  await expect(field(cleos, 'Buyer rate')).toHaveValue('8.50')
  expect([await field(cleos, 'Supply Price').count(), await cleos.getByText('Kestrel').count()]).toEqual([0, 0])
  await field(cleos, 'Source Name').fill('Panel mix of Cleo')
  await main(cleos).getByRole('button', { name: 'Save as draft' }).click()
  await expect(toast(cleos, 'Panel mix of Cleo was saved')).toBeVisible()
  const { body: kept } = await desk.call('GET', `/v1/survey-streams/${id}`, { token: ada.token })
  expect([kept.stream_name, kept.supplier_cpi]).toEqual(['Panel mix of Cleo', 2.5])
})

test('prices, a target and an end that are seldom meant are warned of at their fields, asked about in one dialog, and set back by one Undo (domain.md §2, §5.19)', async ({
  desk,
  visit,
}) => {
  const { accountId, ada, suppliers, projectId, surveyId, survey } = await setUpSources(desk)
  await desk.database.asSystem(tx =>
    sql`update survey set out_of_field_at = '2098-01-01T17:00:00Z' where survey_id = ${surveyId}`.execute(tx),
  )
  const id = await desk.maker.source({
    accountId,
    projectId,
    surveyId,
    name: 'Panel mix',
    supplierIds: suppliers,
  })
  await desk.maker.rollup(accountId, 'source', id, { completes: 40, entrants: 40 })
  const page = await visit(ada.username, `${survey}/stream/${id}`, { token: ada.token })
  await field(page, 'Target (N)').fill('30')
  // at its field, and once more beside Save
  await expect(
    main(page).getByText('40 completes are made: with a target of 30 the source stops within a minute.'),
  ).toHaveCount(2)
  await field(page, 'Out of field date').fill('2098-02-01T12:00')
  await field(page, 'Supply Price').fill('9')
  await field(page, 'Price of Kestrel').fill('10')
  await main(page).getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Save with these warnings?' })
  await expect(dialog.getByRole('listitem')).toHaveText([
    '40 completes are made: with a target of 30 the source stops within a minute.',
    'This is after the survey’s end, 1 Jan 2098, 12:00, when the source stops.',
    'Supply Price $9.00 is above the sell price $8.50: each complete loses $0.50.',
    'The price of Kestrel $10.00 is above the sell price $8.50: each complete loses $1.50.',
  ])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(field(page, 'Target (N)')).toHaveValue('30')
  await main(page).getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save anyway' }).click()
  const stored = async () => {
    const { body } = await desk.call('GET', `/v1/survey-streams/${id}`, { token: ada.token })
    return [body.respondents, body.supplier_cpi, body.warnings.length]
  }
  await expect(toast(page, 'Panel mix was saved')).toBeVisible()
  expect(await stored()).toEqual([30, 9, 4])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Panel mix is as it was before')).toBeVisible()
  expect(await stored()).toEqual([100, 2.5, 0])
})

test('a Supply Price that no supplier is paid says so, leads to their prices, and is refused; one that acts is set back with them (§5.19)', async ({
  desk,
  visit,
}) => {
  const { accountId, ada, suppliers, projectId, surveyId, survey } = await setUpSources(desk)
  const id = await desk.maker.source({
    accountId,
    projectId,
    surveyId,
    name: 'Panel mix',
    supplierIds: [suppliers[0]!],
  })
  const stored = async (body?: object) => {
    const answer = await desk.call(body === undefined ? 'GET' : 'PATCH', `/v1/survey-streams/${id}/supplier-pricing`, {
      token: ada.token,
      ...(body === undefined ? {} : { body }),
    })
    return [answer.body.supplier_cpi, answer.body.suppliers[0].supplier_cpi]
  }
  expect(await stored({ suppliers: [{ pm_sup_ud: suppliers[0], supplier_cpi: 3 }] })).toEqual([2.5, 3])
  const page = await visit(ada.username, `${survey}/stream/${id}`, { token: ada.token })
  await expect(
    main(page).getByText('Every supplier of this source has its own price: this one is for suppliers'),
  ).toBeVisible()
  await field(page, 'Supply Price').fill('4')
  await main(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(main(page).getByText('Every supplier of this source has its own price', { exact: true })).toBeVisible()
  await main(page).getByRole('button', { name: 'Go to their prices' }).click()
  await expect(field(page, 'Price of Kestrel')).toBeFocused()
  await field(page, 'Price of Kestrel').fill('')
  await main(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Panel mix was saved')).toBeVisible()
  expect(await stored()).toEqual([4, null])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Panel mix is as it was before')).toBeVisible()
  expect(await stored()).toEqual([2.5, 3])
})

test('a new source that is refused is not there, and its form is as it was; saved again it is one; a fault without a field is shown above the form; an allocation with prices fits an exchange (§5.19, §5.28, §8.7, api:T8)', async ({
  desk,
  visit,
}) => {
  const { ada, suppliers, surveyId, survey } = await setUpSources(desk)
  const rowsNow = async () =>
    (await desk.call('GET', `/v1/survey-stream-metrics/${surveyId}`, { token: ada.token })).body.map(
      ({ name, statusid }: { name: string; statusid: number }) => [name, statusid],
    )
  const allocation = {
    name: 'Priced',
    template_type: 2,
    suppliers: suppliers.map(pm_sup_ud => ({ pm_sup_ud, allocation_percent: 50, supplier_cpi: 2 })),
  }
  expect(
    (await desk.call('POST', '/v1/supplierallocationtemplates', { token: ada.token, body: allocation })).status,
  ).toBe(200)
  const page = await visit(ada.username, `${survey}/stream/new?type=lucid`, { token: ada.token })
  await field(page, 'Source Name').fill('Exchange')
  await field(page, 'Target (N)').fill('60')
  await main(page).getByRole('button', { name: 'Allocation templates' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Look at it: Priced' }).click()
  await dialog.getByRole('button', { name: 'Put it in place' }).click()
  await expect(field(page, 'Allocation of Heron')).toHaveValue('50')
  expect((await desk.call('DELETE', `/v1/suppliers/${suppliers[1]}`, { token: ada.token })).status).toBe(204)
  await main(page).getByRole('button', { name: 'Save and launch' }).click()
  const heron = main(page).getByRole('row', { name: /Heron/ })
  await expect(heron).toContainText('Another user deleted this supplier. Take it out, or add another one.')
  await expect(page).toHaveURL(/\/stream\/new/)
  await expect(field(page, 'Source Name')).toHaveValue('Exchange')
  expect(await rowsNow()).toEqual([])
  await heron.getByRole('button', { name: 'Remove Heron' }).click()
  await field(page, 'Allocation of Kestrel').fill('100')

  // an answer that no field of this form has a place for
  const refusal = {
    message: 'x',
    details: [
      { path: ['suppliers', '0', 'note'], message: 'A note is too long' },
      { path: ['type'], message: 'This type is closed' },
    ],
  }
  await page.route(
    '**/v1/survey-streams',
    route => route.fulfill({ status: 422, contentType: 'application/json', body: JSON.stringify(refusal) }),
    { times: 1 },
  )
  await main(page).getByRole('button', { name: 'Save and launch' }).click()
  const above = main(page).getByRole('alert').filter({ hasText: 'This type is closed' })
  await expect(above).toContainText('Suppliers 1: A note is too long')
  await expect(
    main(page).getByRole('region', { name: 'Suppliers and allocation' }).getByText('Suppliers 1: A note is too long'),
  ).toBeVisible()

  await main(page).getByRole('button', { name: 'Save and launch' }).click()
  await expect(toast(page, 'Exchange was saved and launched')).toBeVisible()
  await expect.poll(rowsNow).toEqual([['Exchange', STATUS_CODES.live]])
})

test('a survey that has ended is offered no new source, and says why; a form that was open already is refused with that reason (§4.1, api:T8)', async ({
  desk,
  visit,
}) => {
  const { ada, surveyId, survey } = await setUpSources(desk)
  const page = await visit(ada.username, `${survey}/streams`, { token: ada.token })
  await expect(main(page).getByRole('button', { name: 'New source' }).first()).toBeVisible()
  await goToHash(page, `${survey}/stream/new?type=lucid`)
  await expect(main(page).getByRole('region', { name: 'Exclusions' })).toContainText('Save the source first')
  await field(page, 'Source Name').fill('Exchange')
  await field(page, 'Target (N)').fill('60')
  const { body: options } = await desk.call('GET', `/v1/statuses/survey/${surveyId}`, { token: ada.token })
  const ended = await desk.call('PATCH', '/v1/survey-streams', {
    token: ada.token,
    body: { scope: 'survey', id: surveyId, statusid: STATUS_CODES.complete, version: options.status.version },
  })
  expect(ended.status).toBe(200)
  await main(page).getByRole('button', { name: 'Save as draft' }).click()
  await expect(page.getByText('The project or survey above it is complete or cancelled.').first()).toBeVisible()
  await expect(field(page, 'Source Name')).toHaveValue('Exchange')

  const other = await visit(ada.username, `${survey}/streams`, { token: ada.token })
  await expect(main(other).getByText('The survey has ended: it takes no new source.').first()).toBeVisible()
  await expect(main(other).getByRole('button', { name: 'New source' })).toHaveCount(0)
})

test('a saved buyer rate is reported to analytics as “Save - Buy Price”, with a new source and with a stored one; a save that leaves it as it is tells nothing (§9.12)', async ({
  desk,
  visit,
}) => {
  const { ada, survey } = await setUpSources(desk)
  const analyticsUrl = `${desk.url}/analytics`
  const told: string[] = []
  const page = await visit(ada.username, `${survey}/stream/new?type=lucid`, {
    token: ada.token,
    prepare: async page => {
      await page.route('**/client-config.json', route =>
        route.fulfill({ json: { hosts: { '127.0.0.1': 'qa' }, analyticsUrl } }),
      )
      page.on('request', request => void (request.url() === analyticsUrl && told.push(request.postDataJSON().name)))
    },
  })
  const save = async (name: string) => {
    await field(page, 'Source Name').fill(name)
    await main(page).getByRole('button', { name: 'Save as draft' }).click()
    await expect(toast(page, `${name} was saved`)).toBeVisible()
  }
  await field(page, 'Target (N)').fill('60')
  await field(page, 'Buyer rate').fill('9.25')
  await save('Exchange')
  await expect.poll(() => told).toEqual(['Save - Buy Price'])
  await expect(page).toHaveURL(/\/stream\/\d+$/)
  await expect(field(page, 'Buyer rate')).toHaveValue('9.25')
  const path = `${survey}/stream/${idOf(page)}`
  await save('Exchange two')
  await goToHash(page, path)
  await expect(field(page, 'Source Name')).toHaveValue('Exchange two')
  await field(page, 'Buyer rate').fill('9.75')
  await save('Exchange three')
  await expect.poll(() => told).toEqual(['Save - Buy Price', 'Save - Buy Price'])
})

test('a price is taken as it is typed and pasted: 2,50 is $2.50, and what is no price is refused in words and kept (look.md)', async ({
  desk,
  visit,
}) => {
  const { ada, table } = await setUpSources(desk)
  const page = await visit(ada.username, table.replace('/streams', '/stream/new'), { token: ada.token })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const price = field(page, 'Supply Price')
  await price.pressSequentially('-5')
  await price.press('Tab')
  await expect(main(page).getByText('“-5” has a minus sign: give a number of 0 or more')).toBeVisible()
  await expect(price).toHaveValue('-5')
  await page.evaluate(() => navigator.clipboard.writeText('1.200,50'))
  await price.press('ControlOrMeta+a')
  await price.press('ControlOrMeta+v')
  await price.press('Tab')
  await expect(main(page).getByText('“1.200,50” can be read in two ways: write 1200.50')).toBeVisible()
  await field(page, 'Source Name').fill('Comma panel')
  await field(page, 'Target (N)').fill('1,200')
  await price.fill('2,50')
  await addSupplier(page, 'Kestrel')
  await field(page, 'Price of Kestrel').fill('2,75')
  await main(page).getByRole('button', { name: 'Save as draft' }).press('Enter')
  await expect(page).toHaveURL(/streams?\/\d+/)
  const { rows } = await desk.database.readAsSystem(tx =>
    sql<object>`
    select s.target, s.supply_price_cents, ss.supply_price_cents as agreed_cents from source s join source_supplier ss on ss.account_id = s.account_id and ss.source_id = s.source_id
    where s.source_id = ${idOf(page)}`.execute(tx),
  )
  expect(rows).toEqual([{ target: 1200, supply_price_cents: 250, agreed_cents: 275 }])
})

test('a user with Auto-Boost says how the price is raised, at a new price in the same save; an impossible value is explained under its field, and no user without it sees the section (§6.8, api:T20)', async ({
  desk,
  visit,
}) => {
  const { accountId, ada, ben, suppliers, projectId, surveyId, survey } = await setUpSources(desk)
  const id = await desk.maker.source({
    accountId,
    projectId,
    surveyId,
    name: 'Slow panel',
    status: STATUS_CODES.draft,
    supplierIds: [suppliers[0]!],
  })
  await desk.database.asSystem(tx =>
    sql`update app_user set auto_boost_access = true where username = ${ada.username}`.execute(tx),
  )
  const path = `${survey}/stream/${id}`
  const page = await visit(ada.username, path, { token: ada.token })
  const section = main(page).getByRole('region', { name: 'Auto-Boost' })
  await expect(section.getByRole('textbox')).toHaveCount(1)
  await section.getByRole('switch', { name: 'Auto-Boost' }).press('Space')
  await section.getByRole('textbox', { name: /^Step/ }).fill('0.25')
  await field(page, 'Highest price').fill('2.00')
  await main(page).getByRole('button', { name: 'Save as draft' }).click()
  await expect(section).toContainText('Highest price must not be below the supply price')
  await field(page, 'Supply Price').fill('1.50')
  await main(page).getByRole('button', { name: 'Save as draft' }).click()
  await expect(toast(page, 'Slow panel was saved')).toBeVisible()
  const { body } = await desk.call('GET', `/v1/survey-streams/${id}`, { token: ada.token })
  expect([body.supplier_cpi, body.auto_boost, body.boost_step, body.boost_cap, body.boost_minutes]).toEqual([
    1.5,
    true,
    0.25,
    2,
    60,
  ])
  const bens = await visit(ben.username, path, { token: ben.token })
  await expect(field(bens, 'Supply Price')).toHaveValue('1.50')
  await expect(bens.getByRole('region', { name: 'Auto-Boost' })).toHaveCount(0)
})
