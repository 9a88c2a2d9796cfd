import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { Locator, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'
import { exported } from './desk/exported.ts'
import { atHash, goToHash } from './desk/hash.ts'
import { openList } from './desk/open-list.ts'
import { addFilter, changeFilter } from './desk/filters.ts'

const ADMIN = 'admin@acme.example'
const MANY = 5_000

const toast = (page: Page, text: string): Locator =>
  page
    .getByRole('region', { name: /^Messages/ })
    .getByRole('listitem')
    .filter({ hasText: text })
const options = (page: Page): Locator => page.getByRole('region', { name: 'Options', exact: true })
const optionNames = async (page: Page, numbers: readonly number[]): Promise<string[]> =>
  Promise.all(numbers.map(number => page.getByLabel(`Option name of option ${number}`, { exact: true }).inputValue()))

async function choose(page: Page, placeholder: string, option: string): Promise<void> {
  await openList(page.getByRole('button', { name: new RegExp(`^${placeholder}`) }))
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** A qualification of Acme made over the API, with an English text. */
async function make(desk: Desk, name: string): Promise<{ id: number; textId: number }> {
  const { body } = await desk.call('POST', '/v2/qualifications', {
    token: await desk.signIn(ADMIN),
    body: {
      qualifications_name: name,
      qualification_type_cd: 1,
      qualification_category_cd: 9,
      qualification_class_cd: 2,
      qualification_access_cd: 1,
      precode: `e2e-${randomUUID().slice(0, 8)}`,
      qualification_univeral_name: name.toUpperCase(),
      qualification_texts: [{ qualification_texts_name: 'Which do you drink?', languages_id: 37, country_id: 840 }],
    },
  })
  return { id: body.qualifications_ud, textId: body.qualification_texts[0].qualification_texts_id }
}

test('a qualification is made with a text and, later, a second one; a missing value is asked for at its field (§2.15, §5.20, §5.21)', async ({
  visit,
}) => {
  const name = `Tea ${randomUUID().slice(0, 8)}`
  const page = await visit(ADMIN, '/qualifications')
  await page.getByRole('link', { name: 'New qualification' }).first().click()
  await expect(page).toHaveURL(atHash('/qualifications/new'))
  await page.getByRole('button', { name: 'Save and add options' }).click()
  await expect(page.getByText('Name is required', { exact: true })).toBeVisible()
  await expect(page.getByText('Text is required', { exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Name/ })).toBeFocused()
  await page.getByRole('textbox', { name: /^Name/ }).fill(name)
  await page.getByRole('textbox', { name: /^Universal name/ }).fill('TEA')
  await page.getByRole('textbox', { name: /^Precode/ }).fill(`tea-${name.slice(4)}`)
  await choose(page, 'Choose a type', 'Multiple choice')
  await choose(page, 'Choose a category', 'Lifestyle')
  await page.getByRole('textbox', { name: /^Text/ }).fill('Which teas do you drink?')
  await page.getByRole('button', { name: 'Save and add options' }).click()
  await expect(toast(page, `${name} was saved`)).toBeVisible()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'Add a text' }).click()
  await page.getByRole('textbox', { name: /^Text/ }).fill('Welche Tees trinken Sie?')
  for (const [label, option] of [
    ['Language', 'German'],
    ['Country', 'Germany'],
  ] as const) {
    await page.getByRole('combobox', { name: new RegExp(`^${label}`) }).fill(option)
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(options(page).getByLabel('Options of the text')).toContainText('German, Germany (0)')
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Text (German, Germany)')

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(atHash('/qualifications'))
  await expect(toast(page, `${name} was deleted`)).toBeVisible()
})

test('options are typed, moved by keyboard, read from a file that is not too large, and 5,000 pasted with a preview before they replace the present ones (§5.22, I3, api:Q9, api:Q11)', async ({
  desk,
  visit,
}) => {
  const { id, textId } = await make(desk, 'Drinks')
  const page = await visit(ADMIN, `/qualifications/${id}`)
  const section = options(page)
  for (const [at, name] of ['Tea', 'Coffee', 'Milk'].entries()) {
    await section.getByRole('button', { name: 'Add option' }).click()
    const field = page.getByLabel(`Option name of option ${at + 1}`, { exact: true })
    await expect(field).toBeFocused()
    await field.fill(name)
    await page.getByLabel(`English name of option ${at + 1}`, { exact: true }).fill(name)
  }
  await expect(page.getByLabel('Precode of option 3', { exact: true })).toHaveValue('3')
  await page.getByLabel('Option name of option 3', { exact: true }).press('Alt+ArrowUp')
  await expect(page.getByLabel('Option name of option 2', { exact: true })).toBeFocused()
  expect(await optionNames(page, [1, 2, 3])).toEqual(['Tea', 'Milk', 'Coffee'])
  await page.getByLabel('Place of option 3', { exact: true }).fill('1')
  await page.getByLabel('Place of option 3', { exact: true }).press('Enter')
  await expect(page.getByLabel('Option name of option 1', { exact: true })).toHaveValue('Coffee')
  await page.getByRole('button', { name: 'Move option 1 down' }).click()
  await expect(page.getByLabel('Option name of option 2', { exact: true })).toHaveValue('Coffee')

  await page.getByLabel('Precode of option 1', { exact: true }).fill('3')
  await section.getByRole('button', { name: 'Save options' }).click()
  await expect(section.getByText('Precode 3 is there twice: option 1 has it too')).toBeVisible()
  await page.getByLabel('Precode of option 1', { exact: true }).fill('1')
  await section.getByRole('button', { name: 'Save options' }).click()
  await expect(toast(page, '3 options were saved')).toBeVisible()

  const file = section.getByLabel('CSV file with options')
  await file.setInputFiles({ name: 'large.csv', mimeType: 'text/csv', buffer: Buffer.alloc(8_000_001, 'a') })
  await expect(toast(page, 'large.csv is larger than 8 MB, which is more than 5,000 options take.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await file.setInputFiles({
    name: 'some.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Precode,Option name,English name\r\n"1","Kaffee, schwarz","Black coffee"\r\n"9","Saft","Juice"\r\n',
    ),
  })
  const imported = page.getByRole('dialog', { name: 'Import options' })
  await expect(imported.getByText('1 new option, 1 kept by precode, 2 removed.')).toBeVisible()
  await expect(imported.getByRole('table')).toContainText('Kaffee, schwarz')
  await imported.getByRole('button', { name: 'Cancel' }).click()

  await section.getByRole('button', { name: 'Paste', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Paste options' })
  // typing so many lines is another thing than pasting them
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('textbox', { name: 'Options' }).focus()
  await page.evaluate(
    text => navigator.clipboard.writeText(text),
    Array.from({ length: MANY }, (_, at) => `${at + 1}\tSorte ${at + 1}\tKind ${at + 1}`).join('\n'),
  )
  await page.keyboard.press('Control+V')
  await expect(dialog.getByText('4,997 new options, 3 kept by precode, 0 removed.')).toBeVisible()
  await expect(dialog.getByRole('table')).toContainText('Sorte 8')
  await dialog.getByRole('button', { name: 'Use 5,000 options' }).click()
  await expect(section.getByText('5,000 options')).toBeVisible()
  // of thousands, those in sight are in the page
  expect(await section.getByRole('row').count()).toBeLessThan(60)
  await expect(section.getByRole('table')).toHaveAttribute('aria-rowcount', String(MANY + 1))
  await page.getByLabel('Place of option 1', { exact: true }).fill('5000')
  await page.getByLabel('Place of option 1', { exact: true }).press('Enter')
  await expect(page.getByLabel('Option name of option 5000', { exact: true })).toHaveValue('Sorte 1')

  // away and back asks first
  await goToHash(page, '/projects')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await section.getByRole('button', { name: 'Save options' }).click()
  await expect(toast(page, '5,000 options were saved')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Save options' })).toBeDisabled()
  const { body } = await desk.call('GET', `/v2/qualification-texts/${textId}/qualification-options`, {
    token: await desk.signIn(ADMIN),
  })
  expect([
    body.length,
    body[0].qualification_options_name,
    body.at(-1).qualification_options_name,
    body.at(-1).precode,
  ]).toEqual([MANY, 'Sorte 2', 'Sorte 1', '1'])
})

/** Stores the options of a text over the API. */
const put = async (desk: Desk, textId: number, names: readonly string[]) =>
  desk.call('PUT', `/v2/qualification-texts/${textId}/qualification-options`, {
    token: await desk.signIn(ADMIN),
    body: {
      qualification_options: names.map((name, at) => ({
        sort_order_nbr: at + 1,
        qualification_options_name: name,
        qualification_options_english_name: name,
      })),
    },
  })

test('an option is dragged to its place; let go outside of the list it stays where it was', async ({ desk, visit }) => {
  const { id, textId } = await make(desk, 'Teas')
  await put(desk, textId, ['Green', 'Black', 'White'])
  const page = await visit(ADMIN, `/qualifications/${id}`)
  const handle = (number: number) =>
    options(page)
      .getByTitle('Drag to move')
      .nth(number - 1)
  await expect(handle(3)).toBeVisible()
  const dragOver = async (number: number) => {
    await handle(number).hover()
    await page.mouse.down()
    await page.getByLabel('Option name of option 1', { exact: true }).hover()
    await page.getByLabel('Option name of option 1', { exact: true }).hover()
    await expect(options(page).locator('[data-target]')).toHaveCount(1)
  }
  await dragOver(3)
  await options(page).getByRole('heading', { name: 'Options' }).hover()
  await page.mouse.up()
  await expect(options(page).locator('[data-target]')).toHaveCount(0)
  expect(await optionNames(page, [1, 2, 3])).toEqual(['Green', 'Black', 'White'])
  await dragOver(3)
  await page.mouse.up()
  await expect(page.getByLabel('Option name of option 1', { exact: true })).toHaveValue('White')
  expect(await optionNames(page, [1, 2, 3])).toEqual(['White', 'Green', 'Black'])
})

test('values typed into a qualification stay when options are saved beside it and another user has saved the qualification; an address that is typed then asks first', async ({
  desk,
  visit,
}) => {
  const { id, textId } = await make(desk, 'Coffees')
  await put(desk, textId, ['Mocha'])
  const page = await visit(ADMIN, `/qualifications/${id}`)
  const name = page.getByRole('textbox', { name: /^Name/ })
  await name.fill('Coffees of the world')
  const { status } = await desk.call('PATCH', `/v2/qualifications/${id}`, {
    token: await desk.signIn(ADMIN),
    body: { qualifications_name: 'Coffees, roasted' },
  })
  expect(status).toBe(200)
  await page.getByLabel('Option name of option 1', { exact: true }).fill('Java')
  const read = page.waitForResponse(
    answer =>
      answer.request().method() === 'GET' &&
      new URL(answer.url()).pathname.endsWith('/qualifications') &&
      answer.url().includes(`uid=${id}`),
  )
  await options(page).getByRole('button', { name: 'Save options' }).click()
  expect((await (await read).json())[0].qualifications_name).toBe('Coffees, roasted')
  await expect(options(page).getByLabel('Option name of option 1', { exact: true })).toHaveValue('Java')
  await expect(toast(page, '1 option was saved')).toBeVisible()
  await expect(name).toHaveValue('Coffees of the world')

  await goToHash(page, '/suppliers')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Your changes are not saved.')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL(atHash(`/qualifications/${id}`))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('Coffees, roasted')
})

test('the list is searched and filtered in the URL, the library copied from; the shown list is exported; a user reads, and writes with the permission (§2.14, §6.8, §9.11, api:Q5, api:Q13)', async ({
  desk,
  visit,
}) => {
  const family = `Fam${randomUUID().slice(0, 8)}`
  const { id } = await make(desk, `${family} drinks`)
  const page = await visit(ADMIN, `/qualifications?q=${family}`)
  const own = page.getByRole('grid', { name: 'Qualifications' })
  await expect(own.getByRole('rowheader')).toHaveText([`${family} drinks`])
  const { file, notes, header, rows } = await exported(page)
  expect([file, header.slice(0, 3), rows.map(cells => cells.slice(0, 2))]).toEqual([
    expect.stringMatching(/^qualifications-\d{4}-\d\d-\d\d\.csv$/),
    ['Name', 'ID', 'Precode'],
    [[`${family} drinks`, String(id)]],
  ])
  expect(notes).toMatch(new RegExp(`Table: Qualifications \\| Filter: Search: ${family} \\| .*Zone: America/New_York`))
  await addFilter(page, 'Type', 'Numeric')
  await expect(page).toHaveURL(/type=3/)
  await expect(own).toContainText('No Records found...')
  await page.getByRole('tab', { name: 'Library' }).click()
  await page.getByRole('searchbox').fill('postal')
  await changeFilter(page, 'Type', 'Postal code')
  await expect(page.getByRole('grid', { name: 'Qualification library' }).getByRole('rowheader')).toHaveText([
    'Postal code',
  ])
  await page.getByRole('button', { name: 'Copy Postal code to this account' }).click()
  await expect(page.getByRole('heading', { name: 'Postal code', level: 1 })).toBeVisible()
  // answered with a code: it has no options
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeVisible()
  await expect(options(page)).toHaveCount(0)

  const { username, userId } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme, roleId: 2 })
  const reader = await visit(username, `/qualifications/${id}`, { token: await desk.signIn(username, TEST_PASSWORD) })
  await expect(reader.getByRole('heading', { name: `${family} drinks`, level: 1 })).toBeVisible()
  await expect(options(reader)).toContainText('This text has no options yet.')
  await expect(reader.getByRole('textbox')).toHaveCount(0)
  await expect(reader.getByRole('button', { name: /Save|Delete/ })).toHaveCount(0)
  await goToHash(reader, '/qualifications/new')
  await expect(reader.getByRole('main').getByRole('heading')).toHaveText(['Page not found'])
  await desk.database.asSystem(tx =>
    sql`update app_user set custom_qual_create = true where user_id = ${userId}`.execute(tx),
  )
  await goToHash(reader, '/qualifications')
  await reader.reload()
  await expect(reader.getByRole('link', { name: 'New qualification' }).first()).toBeVisible()
})
