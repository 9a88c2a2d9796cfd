import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { RecontactList, RecontactLookup } from '@desk/schema/recontact/recontact'
import { afterEach, expect, test } from 'vitest'
import { page as viewport } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { Recontact } from './recontact.tsx'

const { innerWidth: width, innerHeight: height } = window
afterEach(() => viewport.viewport(width, height))

const rdudOf = (last: number): string => `2s-0193f0d0c0de7000800000000000000${last}`
const EMPTY: RecontactList = { stmid: 9, version: 0, people: 0, used: 0, has_ordud: false, rows: [] }
const person = (rid: string, last: number, usedAt: string | null = null) => ({
  rdud: rdudOf(last),
  ordud: rdudOf(last),
  rid,
  supplier: { pm_sup_ud: 7, name: 'North panel' },
  link: `https://desk.example/entry/9?rid=${rid}&ordud=x`,
  used_at: usedAt,
})
const TWO: RecontactList = {
  ...EMPTY,
  version: 1,
  people: 2,
  used: 1,
  rows: [person('ann', 1), person('bob', 2, '2026-11-20T15:00:00.000Z')],
}
const FOUND: RecontactLookup = {
  stmid: 9,
  lines: 5,
  reading: { delimiter: null, head_row: null, sheets: [], rows_not_read: [], hidden_rows: 0 },
  counts: {
    found: 2,
    listed: 0,
    in_source: 0,
    no_supplier: 0,
    rejected: 1,
    test_session: 0,
    duplicate: 1,
    unknown: 1,
  },
  completes: 1,
  found: [rdudOf(3), rdudOf(4)],
  others: [
    { line: 3, text: rdudOf(5), outcome: 'rejected', code: 50 },
    { line: 4, text: 'nobody', outcome: 'unknown', code: null },
  ],
}

const open = (answers: Answers = {}) =>
  testDesk({ 'recontact.retrieve': EMPTY, 'recontact.lookup': FOUND, ...answers }, { user: SAMPLE_USER })
const card = <Recontact projectId={4} sourceId={9} />

test('on a telephone the list of respondents keeps within the card, with its links and Remove (WCAG 1.4.10)', async () => {
  await viewport.viewport(390, 844)
  const page = await draw(
    await open({ 'recontact.retrieve': TWO }),
    <div data-testid="place" style={{ inlineSize: 310 }}>
      {card}
    </div>,
  )
  await expect.element(page.getByRole('button', { name: 'Remove ann' })).toBeVisible()
  expect(page.getByTestId('place').element().scrollWidth).toBe(310)
})

test('pasted RDUDs are looked up, said outcome by outcome, added, and saved with the version that was read (§7.15, api:T34, api:T35)', async () => {
  const desk = await open({ 'recontact.store': { ...TWO, added: 1, removed: 0 } })
  const page = await draw(desk, card)
  await expect.element(page.getByText('The list is empty: the source is open to every entrant.')).toBeVisible()
  await page.getByRole('textbox', { name: 'RDUDs to invite' }).fill('some text')
  await page.getByRole('button', { name: 'Look up' }).click()
  await expect.element(page.getByText('Of 5 lines: 2 found, 1 of them completes.')).toBeVisible()
  await expect
    .element(page.getByRole('list', { name: 'Not invited' }))
    .toHaveTextContent('1 rejected1 given more than once1 unknown')
  await page.getByRole('button', { name: 'Add 2 to the list' }).click()
  await page.getByRole('button', { name: `Leave out ${rdudOf(4)}` }).click()
  await expect
    .element(page.getByRole('status', { name: 'Unsaved changes' }))
    .toHaveTextContent('1 added: not saved yet. Once the list is saved, no other respondent can enter this source.')
  desk.answer({ 'recontact.retrieve': TWO })
  await page.getByRole('button', { name: 'Save the list' }).click()
  await expect
    .element(page.getByText('2 respondents are listed, and no other respondent can enter. 1 link was used.'))
    .toBeVisible()
  expect(
    desk.asked.flatMap(({ key, body }) => (/^recontact\.(?:lookup|store)$/.test(key) ? [[key, body]] : [])),
  ).toEqual([
    ['recontact.lookup', { stmid: 9, text: 'some text' }],
    ['recontact.store', { stmid: 9, added: [rdudOf(3)], removed: [], version: 0 }],
  ])
})

test('a list that cannot be read is read in another way from its refusal', async () => {
  const message = 'The file could not be read: the quote that line 1 opens is not closed.'
  const desk = await open({
    'recontact.lookup': refused(422, { message, details: [{ path: ['file'], message }] }),
  })
  const page = await draw(desk, card)
  await page.getByLabelText('File of RDUDs').upload(new File(['"a'], 'people.csv'))
  await expect.element(page.getByText(message)).toBeVisible()
  desk.answer({ 'recontact.lookup': FOUND })
  await page.getByText('Read it in another way').click()
  await page.getByLabelText('Columns are divided by').selectOptions('tabs')
  await page.getByRole('textbox', { name: 'Sheet' }).fill('List 2')
  await page.getByRole('textbox', { name: 'Row that names the columns' }).fill('3')
  await page.getByRole('button', { name: 'Read it so' }).click()
  await expect.element(page.getByText('Of 5 lines: 2 found, 1 of them completes.')).toBeVisible()
  const [, again] = desk.asked.filter(({ key }) => key === 'recontact.lookup')
  expect(again?.body).toMatchObject({
    stmid: '9',
    delimiter: '\t',
    sheet: 'List 2',
    head_row: '3',
    file: expect.any(File),
  })
})

test('respondents are chosen by projects, by what became of them and how long ago, and looked up before they are added (§7.15, settlement.md §6, api:T34)', async () => {
  const desk = await open({
    'exclusions.searchProjects': [
      { pm_proj_ud: 12, name: 'Tea study', number: 'T-12', statusid: 1, entrants: 40, completes: 9 },
    ],
  })
  const page = await draw(desk, card)
  await page.getByText('Choose by projects').click()
  const lookUp = page.getByRole('button', { name: 'Look up their respondents' })
  await expect.element(lookUp).toBeDisabled()
  await page.getByRole('searchbox', { name: 'Search projects to invite from' }).fill('tea')
  await page.getByRole('button', { name: 'Choose Tea study' }).click()
  await expect.element(page.getByRole('list', { name: 'Projects to invite from' })).toHaveTextContent('Tea study')
  await page.getByLabelText('Who of them').selectOptions('All entrants')
  await page.getByRole('textbox', { name: 'Look-back in days' }).fill('4000')
  await expect.element(lookUp).toBeDisabled()
  await expect.element(page.getByText('A whole number of days from 1 to 3,650')).toBeVisible()
  await page.getByRole('textbox', { name: 'Look-back in days' }).fill('30')
  await lookUp.click()
  await expect.element(page.getByText('Of 5 lines: 2 found, 1 of them completes.')).toBeVisible()
  await page.getByRole('button', { name: 'Add 2 to the list' }).click()
  await expect
    .element(page.getByRole('status', { name: 'Unsaved changes' }))
    .toHaveTextContent('2 added: not saved yet.')
  expect(desk.asked.flatMap(({ key, body }) => (key === 'recontact.lookup' ? [body] : []))).toEqual([
    { stmid: 9, choice: { projects: [12], states: 'entrants', look_back_days: 30 } },
  ])
  const nobody = Object.fromEntries(Object.keys(FOUND.counts).map(outcome => [outcome, 0]))
  desk.answer({ 'recontact.lookup': { ...FOUND, lines: 0, completes: 0, counts: nobody, found: [], others: [] } })
  await lookUp.click()
  await expect.element(page.getByText('No respondents found.')).toBeVisible()
})

test('the card is no wider than a phone, whatever the projects are called (look.md 12)', async () => {
  const name = 'Brand tracker of household appliances, wave 12, United Kingdom and Ireland'
  const desk = await open({
    'exclusions.searchProjects': [
      { pm_proj_ud: 12, name, number: 'T-12', statusid: 1, entrants: 40, completes: 9 },
      { pm_proj_ud: 13, name: `${name}, boost`, number: 'T-13', statusid: 1, entrants: 41_000, completes: 9_000 },
    ],
  })
  const page = await draw(desk, <main style={{ inlineSize: 310 }}>{card}</main>)
  await page.getByText('Choose by projects').click()
  await page.getByRole('searchbox', { name: 'Search projects to invite from' }).fill('brand')
  await page.getByRole('button', { name: `Choose ${name}`, exact: true }).click()
  await expect.element(page.getByRole('list', { name: 'Projects to invite from' })).toHaveTextContent(name)
  await page.getByRole('button', { name: 'Look up their respondents' }).click()
  await expect.element(page.getByText('Of 5 lines: 2 found, 1 of them completes.')).toBeVisible()
  expect(page.getByRole('main').element().scrollWidth).toBe(310)
})

test('a listed respondent has a link to copy until it is used, and is removed with the next save (§3.31, api:T33)', async () => {
  const desk = await open({ 'recontact.retrieve': TWO, 'recontact.store': { ...TWO, added: 0, removed: 1 } })
  const page = await draw(desk, card)
  await expect.element(page.getByRole('button', { name: 'Copy the link of ann' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /bob/ })).toHaveTextContent('used')
  await expect.element(page.getByText(/The survey’s URL has no \[%ORDUD%\]/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove ann' }).click()
  await page.getByRole('button', { name: 'Remove bob' }).click()
  await page.getByRole('button', { name: 'Keep bob' }).click()
  await page.getByRole('button', { name: 'Save the list' }).click()
  await expect
    .poll(() => desk.asked.find(({ key }) => key === 'recontact.store')?.body)
    .toEqual({
      stmid: 9,
      added: [],
      removed: [rdudOf(1)],
      version: 1,
    })
})

test('a stale save says so, and shows the stored list when asked', async () => {
  const desk = await open({
    'recontact.store': refused(409, {
      _tag: 'Conflict',
      message: 'The recontact list of the source has changed in the meantime.',
      reason: 'stale_version',
      current: { ...TWO, added: 0, removed: 0 },
    }),
  })
  const page = await draw(desk, card)
  await page.getByRole('textbox', { name: 'RDUDs to invite' }).fill('some text')
  await page.getByRole('button', { name: 'Look up' }).click()
  await page.getByRole('button', { name: 'Add 2 to the list' }).click()
  await page.getByRole('button', { name: 'Save the list' }).click()
  await expect.element(page.getByText('The recontact list of the source has changed in the meantime.')).toBeVisible()
  desk.answer({ 'recontact.retrieve': TWO })
  await page.getByRole('button', { name: 'Show the stored list' }).click()
  await expect.element(page.getByText(/2 respondents are listed/)).toBeVisible()
})

test('a list that did not load says so, and Retry reads it again', async () => {
  const desk = await open({ 'recontact.retrieve': refused(403, { message: 'Not now.' }) })
  const page = await draw(desk, card)
  await expect.element(page.getByText('The recontact list did not load')).toBeVisible()
  desk.answer({ 'recontact.retrieve': TWO })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText(/2 respondents are listed/)).toBeVisible()
})

test('leaving a list that is not saved asks first', async () => {
  const desk = await open()
  const page = await draw(desk, card)
  await page.getByRole('textbox', { name: 'RDUDs to invite' }).fill('some text')
  await page.getByRole('button', { name: 'Look up' }).click()
  await page.getByRole('button', { name: 'Add 2 to the list' }).click()
  const before = desk.history.location.pathname
  desk.history.push('/suppliers')
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog).toHaveTextContent('Your changes to the recontact list are not saved.')
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  expect(desk.history.location.pathname).toBe(before)
  await page.getByRole('button', { name: 'Discard the changes' }).click()
  desk.history.push('/suppliers')
  await expect.poll(() => desk.history.location.pathname).toBe('/suppliers')
})
