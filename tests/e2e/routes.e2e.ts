import { expect, test } from './desk/desk-fixture.ts'
import { atHash, goToHash } from './desk/hash.ts'
import { holdCalls } from './desk/hold-calls.ts'

const NOT_FOUND_TEXT =
  'Oops! Looks like you followed a bad link. If you think this is a problem with us, please let us know.'

test("an unknown path shows 'Page not found' to the letter, and so does a page of another account (§2.29, §8.9)", async ({
  desk,
  visit,
}) => {
  const foreign = await desk.newStudy('beta', 'Study of Beta')
  const page = await visit('admin@acme.example', '/no/such/page')
  const screen = page.getByRole('main')
  for (const path of [
    '/no/such/page',
    '/projects/x/survey',
    '/projects/5/survey/9/nowhere',
    foreign.surveyListPath,
    foreign.sourceTablePath,
  ]) {
    await goToHash(page, path)
    await expect(screen.getByRole('heading')).toHaveText(['Page not found'])
    await expect(screen.getByText(NOT_FOUND_TEXT, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Freeze updates' })).toHaveCount(0)
    await expect(page).toHaveURL(atHash(path))
    await screen.getByRole('link').click()
    await expect(page).toHaveURL(atHash('/projects'))
    await expect(screen.getByRole('heading', { level: 1 })).toHaveText('Projects')
  }
})

test('paths are in the hash, screens are asked for when they are first opened, and a bar at the top shows while one loads (§2.1)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Lazy study')
  const page = await visit('admin@acme.example', '/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  const bar = page.locator('.bprogress .bar')
  await expect(bar).toHaveCount(0)

  const scripts = await holdCalls(page, /\/assets\/(?!drawn-loading-bar)[^/]+\.js$/)
  await goToHash(page, study.surveyListPath)
  await expect.poll(scripts.count).toBeGreaterThan(0)
  await expect(bar).toBeVisible()
  expect(await bar.boundingBox()).toMatchObject({ y: 0, width: 1440, height: 3 })
  await expect(page.getByRole('heading', { name: 'Lazy study' })).toHaveCount(0)
  scripts.release()
  await expect(page.getByRole('heading', { name: 'Lazy study' })).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(page).toHaveURL(atHash(study.surveyListPath))
})

test('survey list and source table are under both prefixes, with the state to filter by, and /manage leads to the matching page (§2.11, §2.17, §2.18, §2.19)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Twin study', {
    sources: ['Live panel', { name: 'Paused panel', status: 'paused' }],
  })
  const page = await visit('admin@acme.example', study.surveyListPath)
  const rows = page.getByRole('rowheader')
  for (const prefix of ['/projects', '/manage/project']) {
    const surveys = `${prefix}/${study.projectId}/survey`
    await goToHash(page, surveys)
    await expect(rows).toHaveText([/Twin study survey$/, 'Total'])
    await goToHash(page, `${surveys}?state=2`)
    await expect(page.getByText('No Records found...')).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Paused 0' })).toBeChecked()
    await goToHash(page, `${surveys}/${study.surveyId}/streams`)
    await expect(rows).toHaveText([/Live panel$/, /Paused panel$/, 'Total'])
    await goToHash(page, `${surveys}/${study.surveyId}/streams?state=2`)
    await expect(rows).toHaveText([/Paused panel$/, 'Total'])
    await expect(page.getByRole('radio', { name: 'Paused 1' })).toBeChecked()
    await expect(page).toHaveURL(atHash(`${surveys}/${study.surveyId}/streams?state=2`))
  }
  const { projectId: project, surveyId: survey } = study
  const leadsTo = {
    '/manage': '/projects',
    '/manage/whatever/else': '/projects',
    [`/manage/project/${project}`]: `/manage/project/${project}/survey`,
    [`/manage/project/${project}/survey/${survey}`]: `/manage/project/${project}/survey/${survey}/streams`,
  }
  for (const [from, to] of Object.entries(leadsTo)) {
    await goToHash(page, from)
    await expect(page).toHaveURL(atHash(to))
  }
})

test('a path that begins with /v2 is rewritten to the same without it (§2.30)', async ({ desk, visit }) => {
  const study = await desk.newStudy('acme', 'Old link study')
  const page = await visit('admin@acme.example', `/v2${study.sourceTablePath}?state=1&sort=name`)
  await expect(page).toHaveURL(atHash(`${study.sourceTablePath}?state=1&sort=name`))
  await expect(page.getByRole('row', { name: /North panel/ })).toBeVisible()
  await goToHash(page, '/v2')
  await expect(page).toHaveURL(atHash('/projects'))
})

test("the document's title is 'Loading...' at first, then the page's title with the suffix, 'Projects' by default (§2.33)", async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Titled study')
  expect(/<title>(.*)<\/title>/.exec(await (await fetch(desk.url)).text())?.[1]).toBe('Loading...')
  const page = await visit('admin@acme.example', study.sourceTablePath)
  await expect(page).toHaveTitle('Titled study survey | Sample Desk')
  await goToHash(page, study.surveyListPath)
  await expect(page).toHaveTitle('Titled study | Sample Desk')
  await goToHash(page, '/nowhere')
  await expect(page).toHaveTitle('Page not found | Sample Desk')
  await goToHash(page, '/projects')
  await expect(page).toHaveTitle('Projects | Sample Desk')
})

test("/ leads to the index of the account's type, and the pages of the other type are not shown (§1.6, §2.9, §4.12)", async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Desk study')
  const ofDesk = await visit('admin@acme.example', '/')
  await expect(ofDesk).toHaveURL(atHash('/projects'))
  await expect(ofDesk.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()

  const ofDefender = await visit('admin@shield.example', '/')
  await expect(ofDefender).toHaveTitle('Termination Overview | Sample Desk')
  await expect(ofDefender).toHaveURL(atHash('/defender/terminationoverview'))
  for (const path of ['/projects', study.surveyListPath, study.sourceTablePath]) {
    await goToHash(ofDefender, path)
    await expect(ofDefender).toHaveURL(atHash('/defender/terminationoverview'))
  }
  await goToHash(ofDesk, '/defender/activity')
  await expect(ofDesk.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})
