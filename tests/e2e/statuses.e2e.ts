import { STATUS_CODES } from '@desk/schema/statuses/status'
import { momentText } from '@desk/web/ui/format/moments'
import { zoneText } from '@desk/web/ui/format/offsets'
import { dateTimeText } from '@desk/web/ui/format/times'
import type { Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import { expect, test } from './desk/desk-fixture.ts'
import { goToHash } from './desk/hash.ts'
import { holdCalls } from './desk/hold-calls.ts'
import { askForStatus, changeStatus, confirmation, statusButton, statusItem } from './desk/status-steps.ts'

const YES = 'Yes, Change Status'
const ZONE = 'America/New_York'

const rowOf = (page: Page, name: string): Locator => page.getByRole('row', { name: new RegExp(name) })
const toastOf = (page: Page, text: string): Locator => page.getByRole('listitem').filter({ hasText: text })
const momentOf = (iso: string): string => dateTimeText(Date.parse(iso), ZONE)
const isLive = (page: Page): Promise<void> => expect(page.getByRole('banner').getByText('Live ·')).toBeVisible()

/** Hears every change of a status that the page asks the platform for. */
function patchesOf(page: Page): unknown[] {
  const bodies: unknown[] = []
  page.on('request', request => {
    if (request.method() === 'PATCH') bodies.push(request.postDataJSON())
  })
  return bodies
}

test('pausing a live source asks to the letter, says who is in progress, in a dialog of 600 px; rejecting it changes nothing (§4.3, §9.9)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Asked study')
  const source = study.sources['North panel']!
  await desk.respondents(source, 'asked', [null, null, '1000'])
  const page = await visit('advanced@acme.example', study.sourceTablePath)
  const patches = patchesOf(page)

  const dialog = await askForStatus(page, 'North panel', 'Paused')
  await expect(dialog.getByRole('heading')).toHaveText('Confirm Status Change')
  await expect(dialog.getByRole('paragraph')).toHaveText([
    'North panel',
    'Are you sure you want to change the status of this Source from Live to Paused?',
    'This will stop incoming survey traffic via the source.',
  ])
  await expect(dialog.getByRole('listitem')).toHaveText([
    '2 respondents are in progress and can still finish; they count.',
  ])
  await expect(dialog.getByRole('contentinfo').getByRole('button')).toHaveText(['Cancel', YES])
  expect((await dialog.boundingBox())?.width).toBe(600)

  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(statusButton(page, 'North panel')).toBeFocused()
  await askForStatus(page, 'North panel', 'Paused')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, 'North panel')).toContainText('Live')
  expect(patches).toEqual([])
  expect((await desk.enter(source, 'asked-after')).rdud).not.toBeNull()
})

test('resuming a paused source asks to the letter, is sent once with the note, and lets traffic in (§4.3, api:P9)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Resumed study', { sources: [{ name: 'West panel', status: 'paused' }] })
  const source = study.sources['West panel']!
  const page = await visit('advanced@acme.example', study.sourceTablePath)
  const patches = patchesOf(page)
  expect((await desk.enter(source, 'resumed-1')).rdud).toBeNull()

  const dialog = await askForStatus(page, 'West panel', 'Live')
  await expect(dialog.getByRole('paragraph')).toHaveText([
    'West panel',
    'Are you sure you want to change the status of this Source from Paused to Live?',
    'This will allow incoming traffic.',
  ])
  await dialog.getByLabel('Note (optional)').fill('The client asked for more.')
  await dialog.getByRole('button', { name: YES }).click()
  await expect(rowOf(page, 'West panel')).toContainText('Live')
  await expect(toastOf(page, 'West panel is now Live')).toBeVisible()
  expect(patches).toEqual([
    {
      scope: 'source',
      id: source.sourceId,
      statusid: 1,
      version: 3,
      note: 'The client asked for more.',
      command_id: expect.any(String),
    },
  ])
  expect((await desk.enter(source, 'resumed-2')).rdud).not.toBeNull()
})

test('a change can be undone, with a confirmation the other way round (§4.3)', async ({ desk, visit }) => {
  const study = await desk.newStudy('acme', 'Undone study')
  const page = await visit('admin@acme.example', study.sourceTablePath)
  await (await askForStatus(page, 'North panel', 'Paused')).getByRole('button', { name: YES }).click()
  await toastOf(page, 'North panel is now Paused').getByRole('button', { name: 'Undo' }).click()
  await expect(confirmation(page)).toContainText(
    'Are you sure you want to change the status of this Source from Paused to Live?',
  )
  await confirmation(page).getByRole('button', { name: YES }).click()
  await expect(rowOf(page, 'North panel')).toContainText('Live')
})

test('a blocked status stays in reach of the keyboard, says why, and does nothing (§4.1)', async ({ desk, visit }) => {
  const study = await desk.newStudy('acme', 'Blocked study')
  const { sourceId } = study.sources['North panel']!
  await desk.respondents(study.sources['North panel']!, 'blocked', ['1000'])
  await changeStatus(desk, await desk.tokenOf('user@acme.example'), 'source', sourceId, STATUS_CODES.paused)
  const page = await visit('admin@acme.example', study.sourceTablePath)
  await statusButton(page, 'North panel').focus()
  await page.keyboard.press('Enter')
  const item = statusItem(page, 'Cancelled')
  await expect(item).toContainText('It has billable completes. Complete it instead.')
  await expect(item).toHaveAttribute('aria-disabled', 'true')
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(item).toBeFocused({ timeout: 50 })
  }).toPass()
  await page.keyboard.press('Enter')
  await item.click({ force: true })
  await expect(page.getByRole('menu')).toBeVisible()
  await expect(confirmation(page)).toHaveCount(0)
})

test('a parent says what it will stop; its children keep their status, are held, and are live again with it (§4.1, §4.2, §4.3)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Parent study', {
    sources: ['North panel', 'South panel', { name: 'Idle panel', status: 'paused' }],
  })
  await desk.respondents(study.sources['North panel']!, 'parent', [null])
  const page = await visit('advanced@acme.example', study.surveyListPath)
  const ofProject = await askForStatus(page, 'Parent study', 'Paused')
  await expect(ofProject.getByRole('paragraph')).toHaveText([
    'Parent study',
    'Are you sure you want to change the status of this Project from Live to Paused?',
    'This will stop incoming survey traffic via the project.',
  ])
  await expect(ofProject.getByRole('listitem')).toHaveText([
    '1 survey and 2 sources will stop.',
    '1 respondent is in progress and can still finish; they count.',
  ])
  await ofProject.getByRole('button', { name: YES }).click()
  await expect(statusButton(page, 'Parent study')).toHaveText(/Paused/)
  await expect(rowOf(page, 'Parent study survey')).toContainText('Live · project is paused')

  await goToHash(page, study.sourceTablePath)
  await expect(statusButton(page, 'North panel')).toHaveText(/Live · project is paused/)
  expect((await desk.enter(study.sources['North panel']!, 'parent-held')).rdud).toBeNull()
  const ofSurvey = await askForStatus(page, 'Parent study survey', 'Complete')
  await expect(ofSurvey.getByRole('paragraph').nth(1)).toHaveText(
    'Are you sure you want to change the status of this Survey from Live to Complete?',
  )
  await expect(ofSurvey.getByRole('listitem')).toHaveText([
    '1 respondent is in progress and can still finish; they count.',
  ])
  await ofSurvey.getByRole('button', { name: 'Cancel' }).click()

  await changeStatus(desk, await desk.tokenOf('user@acme.example'), 'project', study.projectId, STATUS_CODES.live)
  await expect(statusButton(page, 'North panel')).not.toHaveText(/above/)
  await expect(statusButton(page, 'Idle panel')).toHaveText(/Paused/)
  expect((await desk.enter(study.sources['North panel']!, 'parent-free')).rdud).not.toBeNull()
})

test('a change of another user while one is asked shows who made it and when, and one goes on from there, or reads why one cannot (§4.3)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Contested study')
  const page = await visit('admin@acme.example', study.sourceTablePath)
  await isLive(page)
  const patches = patchesOf(page)
  const conflict = page.getByRole('alertdialog', { name: 'The status has changed in the meantime' })

  await askForStatus(page, 'North panel', 'Complete')
  const paused = await changeStatus(
    desk,
    await desk.tokenOf('user@acme.example'),
    'source',
    study.sources['North panel']!.sourceId,
    STATUS_CODES.paused,
  )
  await expect(conflict.getByRole('paragraph')).toHaveText([
    'North panel is now Paused.',
    `Changed by Una Ortiz on ${momentText(paused.status.changed_at, ZONE)}.`,
    'Your change to Complete was not made. You can go on from Paused.',
  ])
  await conflict.getByRole('button', { name: 'Go on to Complete' }).click()
  await expect(confirmation(page)).toContainText(
    'Are you sure you want to change the status of this Source from Paused to Complete?',
  )
  await confirmation(page).getByRole('button', { name: YES }).click()
  await expect(rowOf(page, 'North panel')).toContainText('Complete')
  expect(patches).toHaveLength(1)

  await askForStatus(page, 'South panel', 'Paused')
  await changeStatus(
    desk,
    await desk.tokenOf('user@acme.example'),
    'source',
    study.sources['South panel']!.sourceId,
    STATUS_CODES.complete,
  )
  await expect(conflict.getByRole('paragraph').last()).toHaveText(
    'Your change to Paused was not made, and cannot be made from Complete: This status cannot follow the present one.',
  )
  await conflict.getByRole('button', { name: 'Ok' }).click()
  await expect(conflict).toHaveCount(0)
  expect(patches).toHaveLength(1)
})

test('the same change made by another user first is shown as theirs, with who and when, and nothing to undo (§4.3, api:P9)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Same study')
  const page = await visit('admin@acme.example', study.sourceTablePath)
  await isLive(page)
  const patch = await holdCalls(page, '**/v1/survey-streams', 'PATCH')
  await (await askForStatus(page, 'North panel', 'Paused')).getByRole('button', { name: YES }).click()
  await expect.poll(patch.count).toBe(1)
  const theirs = await changeStatus(
    desk,
    await desk.tokenOf('user@acme.example'),
    'source',
    study.sources['North panel']!.sourceId,
    STATUS_CODES.paused,
  )
  patch.release()
  const conflict = page.getByRole('alertdialog', { name: 'The status has changed in the meantime' })
  await expect(conflict.getByRole('paragraph')).toHaveText([
    'North panel is now Paused.',
    `Changed by Una Ortiz on ${momentText(theirs.status.changed_at, ZONE)}.`,
    'It has the status that you asked for: there is nothing left to do.',
  ])
  await conflict.getByRole('button', { name: 'Ok' }).click()
  await expect(statusButton(page, 'North panel')).toHaveAccessibleName(/Paused.*by Una Ortiz/)
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  const history = await desk.call('GET', `/v1/statuses/source/${study.sources['North panel']!.sourceId}`, {
    token: await desk.tokenOf('user@acme.example'),
  })
  expect(history.body.status).toEqual(theirs.status)
})

test('a change that the system made while ours was on its way shows its reason; a stale version is never overwritten (§4.3, api:P9)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Overtaken study', { sources: [{ name: 'North panel', target: 1 }] })
  const { sourceId } = study.sources['North panel']!
  const page = await visit('admin@acme.example', study.sourceTablePath)
  await isLive(page)
  const patch = await holdCalls(page, '**/v1/survey-streams', 'PATCH')
  await (await askForStatus(page, 'North panel', 'Paused')).getByRole('button', { name: YES }).click()
  await expect.poll(patch.count).toBe(1)
  await desk.respondents(study.sources['North panel']!, 'overtaken', ['1000'])
  await expect
    .poll(
      async () =>
        (await desk.call('GET', `/v1/statuses/source/${sourceId}`, { token: await desk.tokenOf('user@acme.example') }))
          .body.status.statusid,
    )
    .toBe(STATUS_CODES.autoPaused)
  patch.release()
  const conflict = page.getByRole('alertdialog', { name: 'The status has changed in the meantime' })
  await expect(conflict.getByRole('paragraph').first()).toHaveText('North panel is now Auto-paused.')
  await expect(conflict.getByRole('paragraph').nth(1)).toHaveText(/^Changed by system on .*; reason: target reached\.$/)
  await conflict.getByRole('button', { name: 'Leave it as Auto-paused' }).click()
  await expect(statusButton(page, 'North panel')).toHaveAccessibleName(/Auto-paused.*target reached · by system/)
})

test('a refusal of the platform is shown with its reason, and can be tried again (§4.3)', async ({ desk, visit }) => {
  const study = await desk.newStudy('acme', 'Refused study', { sources: [{ name: 'West panel', status: 'paused' }] })
  const { sourceId } = study.sources['West panel']!
  const endFieldInDays = (days: number) =>
    desk.database.asSystem(tx =>
      sql`update source set out_of_field_at = now() + make_interval(days => ${days}) where source_id = ${sourceId}`.execute(
        tx,
      ),
    )
  const page = await visit('admin@acme.example', study.sourceTablePath)
  await askForStatus(page, 'West panel', 'Live')
  await endFieldInDays(-1)
  await confirmation(page).getByRole('button', { name: YES }).click()
  const refusal = page.getByRole('alertdialog', { name: 'The status was not changed' })
  await expect(refusal).toContainText('The out-of-field date has passed.')
  await endFieldInDays(1)
  await refusal.getByRole('button', { name: 'Try again' }).click()
  await confirmation(page).getByRole('button', { name: YES }).click()
  await expect(rowOf(page, 'West panel')).toContainText('Live')
})

test('the history shows who changed a status, when, why, and the note, newest first, and follows (§4.2)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Historic study')
  const { sourceId } = study.sources['North panel']!
  const paused = await changeStatus(
    desk,
    await desk.tokenOf('user@acme.example'),
    'source',
    sourceId,
    STATUS_CODES.paused,
    'Too many speeders.',
  )
  const page = await visit('admin@acme.example', study.sourceTablePath)
  await isLive(page)
  await statusButton(page, 'North panel').click()
  await statusItem(page, 'Status history').click()
  const drawer = page.getByRole('dialog', { name: 'Status history of North panel' })
  const events = drawer.getByRole('list', { name: 'Status changes' }).getByRole('listitem')
  await expect(drawer.getByText(`Times in ${zoneText(ZONE, Date.now())}`)).toBeVisible()
  await expect(events).toHaveCount(2)
  const [newest] = [events.first()]
  await expect(newest.getByRole('paragraph')).toHaveText([
    /Live.*to.*Paused/,
    `${momentOf(paused.status.changed_at)} · Una Ortiz`,
    'Too many speeders.',
  ])
  await expect(events.nth(1).getByRole('paragraph').first()).toHaveText(/Draft.*to.*Live/)

  await changeStatus(desk, await desk.tokenOf('user@acme.example'), 'source', sourceId, STATUS_CODES.live)
  await expect(events).toHaveCount(3)
  await expect(newest.getByRole('paragraph').first()).toHaveText(/Paused.*to.*Live/)
})
