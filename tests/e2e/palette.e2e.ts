import type { Locator, Page } from '@playwright/test'
import { expect, test } from './desk/desk-fixture.ts'
import { atHash, goToHash } from './desk/hash.ts'
import { signInAt, signOutAt } from './desk/sign-in-form.ts'

/** Takes the found item: the first line, which has the highlight however late the answer came. */
async function take(page: Page, line: Locator): Promise<void> {
  await expect(line).toHaveAttribute('data-focused', 'true')
  await page.keyboard.press('Enter')
}

/** Opens the palette, and pastes into it. */
async function paste(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Go to' }).getByRole('searchbox')).toBeFocused()
  await page.keyboard.insertText(text)
}

test('Ctrl K goes by keyboard to what a few letters, a number or a mistyped word find, and Esc leaves everything as it was', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Palette of paints')
  const page = await visit('admin@acme.example', '/projects')
  await expect(page.getByRole('grid')).toBeVisible()
  const palette = page.getByRole('dialog', { name: 'Go to' })
  const found = (name: string | RegExp) => palette.getByRole('menuitem', { name })

  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('searchbox')).toBeFocused()
  await expect(found('New project')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  // as it comes with Caps Lock
  await page.keyboard.press('Control+K')
  await page.keyboard.type('pal')
  await expect(palette.getByRole('searchbox')).toHaveValue('pal')
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expect(page).toHaveURL(/#\/projects/)

  await page.getByRole('button', { name: /Go to…/ }).click()
  await page.keyboard.type('palete pai')
  await expect(palette.getByRole('status')).toHaveText('No results for “palete pai”. Showing “palette pai”.')
  await take(page, found(/Palette of paints/).first())
  await expect(palette).toBeHidden()
  await expect(page).toHaveURL(atHash(`/manage/project/${study.projectId}/survey`))

  await page.keyboard.press('Control+k')
  await page.keyboard.type(String(study.surveyId))
  await take(page, found('Palette of paints survey'))
  await expect(page).toHaveURL(atHash(`/manage/project/${study.projectId}/survey/${study.surveyId}/streams`))

  // nothing is chosen before something is typed
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(palette).toBeVisible()
  await page.keyboard.type('zzzzqqqq')
  await expect(palette.getByRole('status')).toHaveText('No Records Found.')
})

test('every typed letter appears in the palette, also those that are keys of the page beneath, while a line has the highlight (WCAG 2.1.4)', async ({
  desk,
  visit,
}) => {
  await desk.newStudy('acme', 'Jokes of kings')
  const page = await visit('admin@acme.example', '/projects')
  await expect(page.getByRole('grid')).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Go to' })
  await page.keyboard.type('jokes')
  await expect(palette.getByRole('menuitem', { name: /Jokes of kings/ }).first()).toHaveAttribute(
    'data-focused',
    'true',
  )
  await page.keyboard.type(' of kj?')
  await expect(palette.getByRole('searchbox')).toHaveValue('jokes of kj?')
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('before anything is typed the palette offers the pages that were opened last, also after a reload; a sign-out takes it away, from the next user and from oneself (look.md 10, law 4)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Palette of lately')
  const page = await visit('admin@acme.example', study.surveyListPath, {
    token: await desk.signIn('admin@acme.example'),
  })
  await expect(page.getByRole('heading', { name: 'Palette of lately', level: 1 })).toBeVisible()
  await goToHash(page, study.sourceTablePath)
  await expect(page.getByRole('heading', { name: 'Palette of lately survey', level: 1 })).toBeVisible()
  await goToHash(page, '/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  const palette = page.getByRole('dialog', { name: 'Go to' })
  const lately = palette.getByRole('group', { name: 'Recent' }).getByRole('menuitem')
  await page.keyboard.press('Control+k')
  await expect(lately).toHaveText([
    `Palette of lately surveySurvey · ${study.surveyId}`,
    `Palette of latelyProject · ${study.projectId}`,
  ])
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(lately).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await take(page, lately.first())
  await expect(page).toHaveURL(atHash(`/manage/project/${study.projectId}/survey/${study.surveyId}/streams`))

  for (const next of ['user@acme.example', 'admin@acme.example']) {
    await signOutAt(page)
    await expect(page).toHaveURL(atHash('/login?action=logout'))
    expect(
      await page.evaluate(() =>
        [sessionStorage, localStorage].map(storage => JSON.stringify(Object.entries(storage))).join(),
      ),
    ).not.toContain('Palette of lately')
    await signInAt(page, next)
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('menuitem', { name: 'New project' })).toBeVisible()
    await expect(lately).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
  }
})

test('letters typed before the palette has opened are in it: no user waits for code to come', async ({ visit }) => {
  const page = await visit('admin@acme.example', '/projects')
  let release: () => void = () => undefined
  const held = new Promise<void>(resolve => (release = resolve))
  await page.route('**/assets/palette*.js', async route => {
    await held
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('grid')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('suppx')
  await page.keyboard.press('Backspace')
  release()
  const palette = page.getByRole('dialog', { name: 'Go to' })
  await expect(palette.getByRole('searchbox')).toHaveValue('supp')
  await page.keyboard.type('liers')
  await expect(palette.getByRole('searchbox')).toHaveValue('suppliers')
})

test('where the palette’s code does not come, the keys are the page’s again', async ({ visit }) => {
  const page = await visit('admin@acme.example', '/projects', {
    prepare: page => page.route('**/assets/palette*.js', route => route.abort()),
  })
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('alert')).toContainText('Go to did not load. Try again.')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
})

test('an account whose things are not searched finds pages alone, and does not wait', async ({ visit }) => {
  const page = await visit('admin@shield.example', '/')
  await page.getByRole('button', { name: /Go to…/ }).click()
  await page.keyboard.type('admin')
  const palette = page.getByRole('dialog', { name: 'Go to' })
  await expect(palette.getByRole('menuitem', { name: 'Administration' })).toBeVisible()
  await expect(palette.getByRole('status')).toBeEmpty()
  await page.keyboard.type('zzz')
  await expect(palette.getByRole('status')).toHaveText('No Records Found.')
})

test('a pasted id and Enter explain the respondent, and “pause” with a name pauses it after the usual confirmation, on a page without statuses too (day.md §4, §4.3)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Palette that acts')
  const [rdud] = await desk.respondents(study.sources['North panel']!, 'pasted', [null])
  const page = await visit('admin@acme.example', '/suppliers')
  await expect(page.getByRole('heading', { name: 'Suppliers', level: 1 })).toBeVisible()
  const palette = page.getByRole('dialog', { name: 'Go to' })
  const found = (name: RegExp) => palette.getByRole('menuitem', { name })
  const question = page.getByRole('alertdialog')

  await paste(page, 'pause palette that acts')
  await take(page, found(/^Pause Palette that acts/).first())
  await expect(question).toContainText('Palette that acts')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await paste(page, `pause ${study.surveyId}`)
  await take(page, found(/^Pause Palette that acts survey/))
  await question.getByRole('button', { name: 'Yes, Change Status' }).click()
  await expect(page.getByText('Palette that acts survey is now Paused').first()).toBeVisible()
  await expect(page).toHaveURL(atHash('/suppliers'))

  await paste(page, rdud!)
  await take(page, found(/^Explain pasted-1/))
  await expect(page.getByRole('dialog', { name: /^Explain a respondent/ })).toContainText('North panel')
})

test('a question after “?” is asked as the assistant opens; the same text in a link only fills the field (day.md §4, assistant.md)', async ({
  visit,
}) => {
  const page = await visit('admin@acme.example', '/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await paste(page, '? How many completes today?')
  await take(page, page.getByRole('dialog', { name: 'Go to' }).getByRole('menuitem'))
  await expect(page.getByRole('log', { name: 'Answers' })).toContainText('How many completes today?')
  await goToHash(page, '/assistant?ask=%22And%20yesterday%3F%22')
  await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue('And yesterday?')
  await expect(page.getByRole('log', { name: 'Answers' })).toHaveCount(0)
})
