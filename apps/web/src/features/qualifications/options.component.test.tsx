import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { Qualification, QualificationOption } from '@desk/schema/qualifications/qualification'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { expect, test } from 'vitest'
import { page as screen, userEvent, type Locator } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers, type TestDesk } from '#runtime/testing/test-desk.ts'
import { QualificationScreen } from './qualification-screen.tsx'

const ADMIN = { ...SAMPLE_USER, role_id: 1 } as const
const TEXT_ID = 31

const qualification = (name: string, version: number): Qualification => ({
  qualifications_ud: 30,
  qualifications_name: name,
  qualification_type_cd: 1,
  qualification_category_cd: 9,
  qualification_class_cd: 2,
  qualification_access_cd: 1,
  precode: 'drinks',
  qualification_univeral_name: name.toUpperCase(),
  is_library: false,
  version: 1,
  qualification_texts: [
    {
      qualification_texts_id: TEXT_ID,
      qualification_texts_name: 'Which do you drink?',
      languages_id: 37,
      language_name: 'English',
      country_id: 840,
      country_name: 'United States',
      qualification_text_status_cd: 1,
      options_count: 0,
      version,
    },
  ],
})

const stored = (names: readonly string[]): QualificationOption[] =>
  names.map((name, at) => ({
    qualification_options_id: 100 + at,
    precode: String(at + 1),
    sort_order_nbr: at + 1,
    qualification_options_name: name,
    qualification_options_english_name: name,
  }))

/** The server's options of the text, as changed by another user. */
const options = (names: readonly string[], version = 1): Answers => ({
  'qualifications.find': [qualification('Drinks', version)],
  'qualifications.ofText': [qualification('Drinks', version)],
  'qualifications.options': stored(names),
})

const LOCALES: Answers = {
  'lookups.languages': [{ languages_id: 37, name: 'English', iso: 'en' }],
  'lookups.countries': [{ pm_cy_cs_id: 840, name: 'United States', iso2: 'US' }],
}

const qualificationDesk = (answers: Answers, user: CurrentUser = ADMIN) =>
  testDesk({ ...LOCALES, 'history.read': [], ...answers }, { user, path: '/qualifications/30' })

const part = (what: string, number: number): Locator =>
  screen.getByLabelText(`${what} of option ${number}`, { exact: true })
const nameOf = (number: number): Locator => part('Option name', number)
const saveOptions = screen.getByRole('button', { name: 'Save options' })
const toast = (text: string): Locator => screen.getByRole('listitem').filter({ hasText: text })
/** The option names in each attempt to save. */
const namesSent = (desk: TestDesk): readonly (readonly string[])[] =>
  desk.asked
    .filter(({ key }) => key === 'qualifications.replaceOptions')
    .map(({ body }) =>
      (body as { qualification_options: QualificationOption[] }).qualification_options.map(
        ({ qualification_options_name: name }) => name,
      ),
    )

test('a user who moves to another field before a moved option renders keeps the focus there (§5.22)', async () => {
  await draw(await qualificationDesk(options([])), <QualificationScreen id={30} />)
  for (const at of [1, 2]) {
    await screen.getByRole('button', { name: 'Add option' }).click()
    await expect.element(nameOf(at)).toHaveFocus()
    await nameOf(at).fill(`Drink ${at}`)
  }
  const [second, english] = [nameOf(2).element(), part('English name', 1).element()] as HTMLElement[]
  second?.focus()
  second?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', altKey: true, bubbles: true }))
  english?.focus()
  for (let frame = 0; frame < 6; frame += 1) await new Promise(requestAnimationFrame)
  await userEvent.keyboard('First')
  await expect.element(nameOf(1)).toHaveValue('Drink 2')
  await expect.element(nameOf(2)).toHaveValue('Drink 1')
  await expect.element(part('English name', 2)).toHaveValue('First')
})

test('shows another user’s change of the options: keep mine or take theirs', async () => {
  const desk = await qualificationDesk({
    ...options(['Apple']),
    'qualifications.replaceOptions': ({ body }) => {
      if ((body as { version: number }).version === 1)
        return refused(409, { message: 'Another user changed it.', reason: 'stale_version' })
      desk.answer(options(['Apple, clear'], 3))
      return stored(['Apple, clear'])
    },
  })
  await draw(desk, <QualificationScreen id={30} />)
  await nameOf(1).fill('Apple, clear')
  desk.answer(options(['Apple, cloudy', 'Orange'], 2))
  await saveOptions.click()
  const dialog = screen.getByRole('dialog', { name: 'Changed in the meantime' })
  await expect.element(dialog.getByRole('row').nth(1)).toHaveTextContent(/^1AppleApple, clear \(Apple\)Apple, cloudy$/)
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect.element(toast('1 option was saved')).toBeVisible()
  expect(namesSent(desk).at(-1)).toEqual(['Apple, clear'])
})

test('text typed during a save stays, and is saved next', async () => {
  let release = (): void => undefined
  const released = new Promise<void>(resolve => (release = resolve))
  const desk = await qualificationDesk({
    ...options(['Still', 'Sparkling']),
    'qualifications.replaceOptions': async ({ body }) => {
      await released
      const names = (body as { qualification_options: QualificationOption[] }).qualification_options.map(
        ({ qualification_options_name: name }) => name,
      )
      desk.answer(options(names, 2))
      return stored(names)
    },
  })
  await draw(desk, <QualificationScreen id={30} />)
  await nameOf(1).fill('Quiet')
  await saveOptions.click()
  await expect.poll(() => namesSent(desk).length).toBe(1)
  await nameOf(2).fill('Fizzy')
  release()
  await expect.element(toast('2 options were saved')).toBeVisible()
  await expect.element(nameOf(2)).toHaveValue('Fizzy')
  await saveOptions.click()
  await expect.element(screen.getByText('Unsaved changes')).not.toBeInTheDocument()
  expect(namesSent(desk)).toEqual([
    ['Quiet', 'Sparkling'],
    ['Quiet', 'Fizzy'],
  ])
})

test('a failure to read another user’s change is shown, and typed text stays', async () => {
  const desk = await qualificationDesk({
    ...options(['Maple']),
    'qualifications.replaceOptions': refused(409, { message: 'Another user changed it.', reason: 'stale_version' }),
  })
  await draw(desk, <QualificationScreen id={30} />)
  await nameOf(1).fill('Agave')
  desk.answer({ 'qualifications.options': refused(403, { message: 'Not now.' }) })
  await saveOptions.click()
  await expect.element(toast('Not now.')).toBeVisible()
  await expect.element(nameOf(1)).toHaveValue('Agave')
})

test.each([
  ['an admin', ADMIN],
  ['a user with the permission', { ...SAMPLE_USER, custom_qual_create: true }],
] as const)(
  'where what a new qualification needs does not load, that is said, and it is asked for again: %s',
  async (_who, user) => {
    const desk = await testDesk(
      { ...LOCALES, 'lookups.countries': refused(403, { message: 'Not now.' }) },
      { user, path: '/qualifications/new' },
    )
    const page = await draw(desk, <QualificationScreen id={null} />)
    await expect.element(page.getByRole('alert').filter({ hasText: 'Not now.' })).toBeVisible()
    desk.answer(LOCALES)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByRole('textbox', { name: /^Name/ })).toBeVisible()
  },
)

test.each([
  ['with the feature the options have an export', ['nested_quota'], 1],
  ['without the feature they have none', ['qualification_download'], 0],
])('%s (§6.10)', async (_which, features_off, exports) => {
  const desk = await qualificationDesk(options(['Tea']), { ...ADMIN, features_off })
  const page = await draw(desk, <QualificationScreen id={30} />)
  const tools = page.getByRole('group', { name: 'Options: tools' })
  await expect.element(tools.getByRole('button', { name: 'Import CSV' })).toBeVisible()
  expect(tools.getByRole('button', { name: 'Export CSV' }).elements().length).toBe(exports)
})
