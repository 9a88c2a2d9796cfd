import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { sweepDefenderCounts } from '@desk/platform/defender/scorecards/sweep-counts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'
import { goToHash } from './desk/hash.ts'
import { ask } from './desk/ask.ts'

const FARM = 'farm-device-01'
const RULE = 'Duplicate fingerprint'

/** Enters by a source's link on a device; gives where the browser is led, and the RDUD of an admitted respondent. */
async function enter(desk: Desk, stmid: number, supplierId: number, rid: string, device: string) {
  const response = await ask(`${desk.url}/entry/${stmid}?sup=${supplierId}&rid=${rid}&fp=${device}`)
  const location = response.headers.get('location') ?? ''
  return { location, rdud: /[?&]id=([0-9a-z]+-[0-9a-f]{32})/.exec(location)?.[1] ?? null }
}

/** Sets what the rule does in the project's control centre, and gives what it would have done. */
async function setRule(page: Page, mode: 'shadow' | 'refuse'): Promise<string> {
  await page.getByRole('button', { name: 'Defender', exact: true }).click()
  const centre = page.getByRole('dialog', { name: /^Defender control centre:/ })
  await centre.getByLabel(`Action of ${RULE}`, { exact: true }).selectOption(mode)
  await centre.getByRole('button', { name: 'Preview' }).click()
  const said = centre.getByRole('status')
  await expect(said).toContainText('last 7 days')
  const words = (await said.textContent()) ?? ''
  await centre.getByRole('button', { name: 'Save' }).click()
  await expect(centre).toBeHidden()
  return words
}

/** Rejects respondents by an uploaded list, on the project's page of reconciliation. */
async function reject(page: Page, projectId: number, rduds: readonly string[]): Promise<void> {
  await goToHash(page, `/projects/${projectId}/reconciliation?way=file`)
  await page.getByLabel('File of the reconciliation').setInputFiles({
    name: 'rejected.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['rdud,reason_code', ...rduds.map(rdud => `${rdud},931`)].join('\n')),
  })
  await expect(page.getByRole('heading', { name: 'Preview of rejected.csv' })).toBeVisible()
  const number = page.getByLabel(/^Type the project number, /)
  const label = await number.evaluate((field: HTMLInputElement) => field.labels?.[0]?.textContent ?? '')
  await number.fill(/number, (.*)$/.exec(label)?.[1] ?? '')
  await page.getByRole('button', { name: `Store ${rduds.length} rows` }).click()
  await expect(page.getByText(`${rduds.length} rows of rejected.csv are applied.`)).toBeVisible()
}

test('a rule is recorded, measured by a reconciliation, previewed and set to refuse; the next one of the farm is refused, explained, found, and what it let in before is reviewed (§2.27, §2.44, §9.7)', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({
    name: `Measured ${randomUUID().slice(0, 8)}`,
    parentAccountId: DEMO_ACCOUNTS.staff,
  })
  const defender = await desk.maker.account({
    name: `Measured by ${accountId}`,
    type: 'DEFENDER',
    parentAccountId: DEMO_ACCOUNTS.staff,
    defendedAccountId: accountId,
  })
  const { projectId, sources, sourceTablePath } = await desk.newStudy(accountId, 'Measured study')
  const { sourceId, supplierIds } = sources['North panel'] ?? { sourceId: 0, supplierIds: [] }
  const come = (rid: string, device: string) => enter(desk, sourceId, supplierIds[0] ?? 0, rid, device)
  const nora = await desk.maker.user({ accountId, roleId: 1, advancedView: true })
  const shreya = await desk.maker.user({ accountId: defender, roleId: 1, advancedView: true })
  const page = await visit(nora.username, `/manage/project/${projectId}/details`, {
    token: await desk.signIn(nora.username, TEST_PASSWORD),
  })

  // recorded only
  expect(await setRule(page, 'shadow')).toContain('No respondents entered in the last 7 days')
  const rduds: Record<string, string> = {}
  for (const [rid, device] of [
    ['farm-1', FARM],
    ['honest-1', 'device-1'],
    ['farm-2', FARM],
    ['honest-2', 'device-2'],
    ['farm-3', FARM],
    ['honest-3', 'device-3'],
    ['farm-4', FARM],
  ] as const) {
    const { rdud } = await come(rid, device)
    expect(rdud, `${rid} is let in`).not.toBeNull()
    rduds[rid] = rdud ?? ''
    await desk.comeBack(rdud ?? '', '1000')
  }

  // two of the three that the rule flagged are rejected, and an honest one
  await reject(
    page,
    projectId,
    ['farm-2', 'farm-3', 'honest-1'].map(rid => rduds[rid] ?? ''),
  )
  await expect(async () => {
    // null: another process is counting
    expect(await sweepDefenderCounts({ database: desk.database, nowMs: () => Date.now() + 1_000 })).not.toBeNull()
  }).toPass()
  await goToHash(page, '/defender/suppliers?by=rule')
  const card = page.getByRole('row', { name: new RegExp(RULE) })
  await expect(card).toContainText(/67\u00a0%/)
  // entrants, flagged and known, rejected
  expect(await card.getByRole('gridcell').allTextContents()).toEqual(expect.arrayContaining(['7', '3', '2']))

  // what refusing would have done
  await goToHash(page, `/manage/project/${projectId}/details`)
  expect(await setRule(page, 'refuse')).toContain(
    'Of 7 entrants of the last 7 days it would have refused 3: 3 more than were refused, of whom 3 completed and 2 were rejected later.',
  )

  // the overview is open when the next one of the farm comes, and is not read again
  const messages: string[] = []
  const overview = await visit(shreya.username, '/defender/terminationoverview', {
    token: await desk.signIn(shreya.username, TEST_PASSWORD),
    prepare: async opened =>
      void opened.on('websocket', socket =>
        socket.on('framereceived', ({ payload }) => void messages.push(String(payload))),
      ),
  })
  const rules = overview.getByRole('table', { name: 'By rule at the door' })
  await expect(overview.getByText('No rule refused anybody.')).toBeVisible()
  await expect.poll(() => messages.some(text => text.includes('"ok":true,"topic":"projects"'))).toBe(true)
  messages.length = 0
  const refused = await come('farm-5', FARM)
  expect(refused).toEqual({ location: expect.stringContaining('id=farm-5'), rdud: null })
  await expect(rules.getByRole('row', { name: RULE })).toContainText('1')
  expect(messages.some(text => text.startsWith('42["frame"') && text.includes('"topic":"projects"'))).toBe(true)
  await rules.getByRole('button', { name: RULE }).click()
  await expect(
    overview.getByRole('table', { name: /^Respondents/ }).getByRole('row', { name: /farm-5/ }),
  ).toContainText(RULE)

  // Explain says why
  await goToHash(page, sourceTablePath)
  await page.getByRole('button', { name: 'Actions for North panel' }).click()
  await page.getByRole('menuitem', { name: 'Explain' }).click()
  const explain = page.getByRole('dialog', { name: 'Explain a respondent' })
  await explain.getByLabel('RDUD or rid').fill('farm-5')
  await explain.getByRole('button', { name: 'Explain', exact: true }).click()
  await expect(explain.getByRole('list', { name: 'Steps' })).toContainText('Duplicate fingerprint')
  await page.keyboard.press('Escape')

  // search finds all five of the device
  await goToHash(overview, `/defender/search?text=${FARM}`)
  const entries = overview.getByRole('table', { name: /^Entries/ })
  await expect(entries.getByRole('row', { name: /farm-\d/ })).toHaveCount(5)
  await expect(entries.getByRole('row', { name: /farm-5/ })).toContainText(/Defender term.*Duplicate fingerprint/)

  // an entrant that was let in and not rejected waits for review
  await goToHash(page, '/defender/review')
  await expect(page.getByRole('row', { name: /farm-/ })).toHaveCount(1)
  await expect(page.getByRole('row', { name: /farm-4/ })).toContainText(RULE)
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { name: 'Nothing to review' })).toBeVisible()
  await goToHash(page, '/defender/review?state=confirmed')
  await expect(page.getByRole('row', { name: /farm-4/ })).toContainText('confirmed')
})
