import type { BuyerPricing } from '@desk/schema/rate-cards/rate-card'
import type { RateCardDetail, RateCardRow } from '@desk/schema/rate-cards/rate-card-form'
import { expect, onTestFinished, test } from 'vitest'
import { page as telephone } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { ADMIN } from '../users/testing/users-desk.ts'
import { RateCardsScreen } from './rate-cards.tsx'

const ROW: RateCardRow = {
  rate_card_ud: 801,
  rate_card_name: 'General population',
  business_unit_ud: null,
  business_unit_name: null,
  pm_cy_cs_id: 276,
  country_name: 'Germany',
  currency: 'USD',
  version: 2,
  is_withdrawn: false,
  effective_from: '2026-11-20T12:00:00.000Z',
  loi_count: 2,
  ir_count: 2,
  filename: 'card.csv',
  uploaded_by: 'Sam Lee',
  uploaded_at: '2026-11-20T12:00:00.000Z',
}
const CARD: RateCardDetail = {
  ...ROW,
  grid: {
    loi_minutes: [10, 20],
    ir_percents: [90, 50],
    prices_minor: [
      [210, 300],
      [null, 450],
    ],
    cpi_min: 200,
    cpi_max: null,
  },
}
const FIRST: RateCardDetail = {
  ...CARD,
  rate_card_ud: 800,
  version: 1,
  grid: { ...CARD.grid, prices_minor: [CARD.grid.prices_minor[0] ?? [], [null, 400]] },
}
const PRICE: BuyerPricing = {
  rate_card_ud: 801,
  rate_card_name: 'General population',
  version: 2,
  effective_from: ROW.effective_from,
  currency: 'USD',
  price: 3,
  reason: null,
  loi_minutes: 10,
  ir_percent: 50,
  is_predicted: true,
}

const cardsDesk = (answers: Answers = {}, path = '/admin/rate-card-templates') =>
  testDesk(
    {
      'rateCards.list': ({ url }) => (url.searchParams.has('rate_card_ud') ? [ROW, FIRST] : [ROW]),
      'rateCards.read': ({ url }) => (url.pathname.endsWith('/800') ? FIRST : CARD),
      'surveys.buyerPricing': PRICE,
      'businessUnits.list': [{ business_unit_ud: 7, business_unit_name: 'Health', status_id: 1, version: 1 }],
      'lookups.countries': [{ pm_cy_cs_id: 276, name: 'Germany', iso2: 'DE' }],
      'lookups.codes': [{ pm_code: 15, pm_code_name: '(UTC-05:00) Eastern Time', iana_name: 'America/New_York' }],
      'history.read': [],
      ...answers,
    },
    { user: ADMIN, path },
  )

test('the cards are listed, and a quote says what a complete costs (§7.29, api:C1, api:S9)', async () => {
  const desk = await cardsDesk()
  const page = await draw(desk, <RateCardsScreen />)
  await expect
    .element(page.getByRole('grid', { name: 'Rate cards' }).getByRole('row').nth(1))
    .toHaveTextContent('General populationAllGermanyIn use2')
  await expect.element(page.getByText(/^A complete:/)).toHaveTextContent('A complete: $3.00')
  await page.getByRole('textbox', { name: 'Incidence' }).fill('500')
  await expect.element(page.getByText(/^Give an LOI from 1 to 1000 minutes/)).toBeVisible()
})

test('a file with faults shows each at its cell, and nothing is sent to be stored (§7.29, api:C2)', async () => {
  const desk = await cardsDesk({
    'rateCards.check': {
      cells: [
        ['LOI', '90', '50'],
        ['10', 'x', '3'],
      ],
      faults: [{ row: 1, column: 1, cell: 'B2', message: 'Price must be a number such as 2.50' }],
      grid: null,
      reading: { delimiter: ',', head_row: 1, sheets: [], rows_not_read: [], hidden_rows: 0 },
    },
  })
  const page = await draw(desk, <RateCardsScreen />)
  await page.getByRole('button', { name: 'New rate card' }).click()
  const dialog = page.getByRole('dialog', { name: 'New rate card' })
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Patients')
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await expect.element(dialog.getByText('Choose the file with the prices')).toBeVisible()
  await dialog.getByLabelText('File of the rate card').upload(new File(['LOI,90'], 'card.csv'))
  await expect
    .element(dialog.getByRole('list', { name: 'Faults' }))
    .toHaveTextContent('B2: Price must be a number such as 2.50')
  await expect.element(dialog.getByTitle('Price must be a number such as 2.50')).toHaveTextContent('x')
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await expect.element(dialog.getByText('The file has 1 fault. Nothing was stored')).toBeVisible()
  expect(desk.asked.filter(({ key }) => key === 'rateCards.create')).toEqual([])
})

test('a file that cannot be read is read in another way from its refusal (§7.29)', async () => {
  const message = 'The file has more than 401 columns.'
  const desk = await cardsDesk({ 'rateCards.check': refused(422, { message, details: [{ path: ['file'], message }] }) })
  const page = await draw(desk, <RateCardsScreen />)
  await page.getByRole('button', { name: 'New rate card' }).click()
  const dialog = page.getByRole('dialog', { name: 'New rate card' })
  await dialog.getByLabelText('File of the rate card').upload(new File(['LOI,90'], 'card.csv'))
  await expect.element(dialog.getByText(message)).toBeVisible()
  desk.answer({
    'rateCards.check': {
      cells: [
        ['LOI', '90'],
        ['10', '3'],
      ],
      faults: [],
      grid: null,
      reading: { delimiter: ';', head_row: 1, sheets: [], rows_not_read: [], hidden_rows: 0 },
    },
  })
  await dialog.getByText('Read it in another way').click()
  await dialog.getByLabelText('Columns are divided by').selectOptions('semicolons')
  await dialog.getByRole('button', { name: 'Read it so' }).click()
  await expect.element(dialog.getByText('1 × 1 prices, no faults.')).toBeVisible()
  const [, again] = desk.asked.filter(({ key }) => key === 'rateCards.check')
  expect(again?.body).toMatchObject({ delimiter: ';', file: expect.any(File) })
})

test('an upload waits until its file is read, and is refused for a fault of it', async () => {
  let answer = () => {}
  const read = new Promise<void>(resolve => (answer = resolve))
  const desk = await cardsDesk({
    'rateCards.check': async () => {
      await read
      return {
        cells: [['LOI']],
        faults: [{ row: 0, column: 0, cell: 'A1', message: 'The file has no prices' }],
        grid: null,
        reading: { delimiter: ',', head_row: 1, sheets: [], rows_not_read: [], hidden_rows: 0 },
      }
    },
  })
  const page = await draw(desk, <RateCardsScreen />)
  await page.getByRole('button', { name: 'New rate card' }).click()
  const dialog = page.getByRole('dialog', { name: 'New rate card' })
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Patients')
  await dialog.getByLabelText('File of the rate card').upload(new File(['LOI'], 'card.csv'))
  await dialog.getByRole('button', { name: 'Upload' }).click()
  answer()
  await expect.element(dialog.getByText('The file has 1 fault. Nothing was stored')).toBeVisible()
  expect(desk.asked.filter(({ key }) => key === 'rateCards.create')).toEqual([])
})

test('two versions are compared: prices that differ show both (§7.29, api:C3)', async () => {
  const desk = await cardsDesk({}, '/admin/rate-card-templates?card=801&with=800')
  const page = await draw(desk, <RateCardsScreen />)
  await expect.element(page.getByText('1 price differs from version 1: its price is struck out.')).toBeVisible()
  const grid = page.getByRole('region', { name: 'Prices of version 2' })
  await expect.element(grid.getByRole('cell').nth(3)).toHaveTextContent('4.00 before, now4.50')
  await expect.element(grid.getByRole('cell').nth(2)).toHaveTextContent('quote')
})

test('prices of many incidences scroll in their frame on a telephone, never the page', async () => {
  const { innerWidth: width, innerHeight: height } = window
  await telephone.viewport(390, 844)
  onTestFinished(() => telephone.viewport(width, height))
  const wide = (card: RateCardDetail, price: number): RateCardDetail => ({
    ...card,
    grid: {
      ...card.grid,
      loi_minutes: [10],
      ir_percents: [90, 80, 70, 60, 50, 40, 30, 20],
      prices_minor: [Array.from({ length: 8 }, () => price)],
    },
  })
  const desk = await cardsDesk(
    { 'rateCards.read': ({ url }) => (url.pathname.endsWith('/800') ? wide(FIRST, 400) : wide(CARD, 450)) },
    '/admin/rate-card-templates?card=801&with=800',
  )
  const page = await draw(desk, <RateCardsScreen />)
  await expect.element(page.getByText('8 prices differ from version 1: its price is struck out.')).toBeVisible()
  const frame = page.getByRole('region', { name: 'Prices of version 2' }).element()
  expect(frame.scrollWidth).toBeGreaterThan(frame.clientWidth)
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth)
})

test('an account without cards explains them', async () => {
  const page = await draw(await cardsDesk({ 'rateCards.list': [] }), <RateCardsScreen />)
  await expect.element(page.getByRole('heading', { name: 'No rate cards yet' })).toBeVisible()
})

test('a card that fails to load shows so and can be retried', async () => {
  const desk = await cardsDesk(
    { 'rateCards.read': refused(403, { message: 'Not now.' }) },
    '/admin/rate-card-templates?card=801',
  )
  const page = await draw(desk, <RateCardsScreen />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not now.')
  desk.answer({ 'rateCards.read': CARD })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('heading', { name: 'General population' })).toBeVisible()
})

test('a card is withdrawn after asking, says so, and is taken back by the toast; a stale one says what happened (§7.29)', async () => {
  const WITHDRAWN: RateCardDetail = {
    ...CARD,
    rate_card_ud: 802,
    version: 3,
    is_withdrawn: true,
    effective_from: '2026-11-21T12:00:00.000Z',
    uploaded_by: 'Ada Byron',
  }
  const MEANWHILE = 'The rate card was changed meanwhile.'
  const desk = await cardsDesk(
    { 'rateCards.withdraw': refused(409, { message: MEANWHILE, reason: 'stale_version', current: CARD }) },
    '/admin/rate-card-templates?card=801',
  )
  const page = await draw(desk, <RateCardsScreen />)
  await page.getByRole('button', { name: 'Withdraw' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Withdraw General population?' })
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect.element(dialog.getByText(MEANWHILE)).toBeVisible()
  desk.answer({
    'rateCards.withdraw': WITHDRAWN,
    'rateCards.read': WITHDRAWN,
    'rateCards.list': [WITHDRAWN, ROW, FIRST],
    'rateCards.restore': { ...CARD, rate_card_ud: 803, version: 4 },
  })
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect.element(page.getByRole('note')).toHaveTextContent(/^Withdrawn on .* by Ada Byron: no new study/)
  await expect.element(page.getByRole('button', { name: 'Take back into use' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('General population is in use again')).toBeVisible()
  const sent = (key: string) => desk.asked.filter(call => call.key === key).map(({ url, body }) => [url.pathname, body])
  expect([sent('rateCards.withdraw'), sent('rateCards.restore')]).toEqual([
    [
      ['/v1/ratecard/801/withdraw', { version: 2 }],
      ['/v1/ratecard/801/withdraw', { version: 2 }],
    ],
    [['/v1/ratecard/802/restore', { version: 3 }]],
  ])
})
