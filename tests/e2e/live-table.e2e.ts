import { expect, test } from './desk/desk-fixture.ts'

const WITHIN_A_SECOND = { timeout: 1_000 }

test('a complete that comes in by the public links appears in the open source table within a second, in every tab, and for nobody of another account (§3.17)', async ({ desk, visit }) => {
  const study = await desk.newStudy('acme', 'Tea study')
  const source = study.sources['North panel']!
  const path = `/projects/${study.projectId}/survey/${study.surveyId}/streams`

  const tabs = [await visit('admin@acme.example', path), await visit('user@acme.example', path)]
  for (const tab of tabs) {
    await expect(tab.getByRole('row', { name: /North panel/ })).toBeVisible()
  }
  const strangersFrames: string[] = []
  const stranger = await visit('admin@beta.example', path, {
    prepare: async page => {
      page.on('websocket', socket => socket.on('framereceived', ({ payload }) => strangersFrames.push(String(payload))))
    },
  })
  await expect(stranger.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  // something is heard at all: the heartbeat, so that the silence below means something
  await expect.poll(() => strangersFrames.some(frame => frame.includes('heartbeat'))).toBe(true)

  const completes = (tab: (typeof tabs)[number]) => tab.getByRole('row', { name: /North panel/ }).getByRole('gridcell').filter({ hasText: /\/\s*100/ })
  for (const tab of tabs) await expect(completes(tab)).toHaveText(/^-\s*\/\s*100/)

  const { rdud } = await desk.enter(source, 'tea-1')
  expect(await desk.comeBack(rdud!, '1000')).toBe(302)
  for (const tab of tabs) await expect(completes(tab)).toHaveText(/^\s*1\s*\/\s*100/, WITHIN_A_SECOND)
  expect(strangersFrames.filter(frame => frame.includes('North panel') || frame.includes(`survey:${study.surveyId}`))).toEqual([])
})

test('pausing a source in one browser turns the next entry away, and shows in the other browser at once (§4.3, api:P9)', async ({ desk, visit }) => {
  const study = await desk.newStudy('acme', 'Coffee study')
  const source = study.sources['South panel']!
  const path = `/projects/${study.projectId}/survey/${study.surveyId}/streams`
  const [ana, una] = [await visit('admin@acme.example', path), await visit('user@acme.example', path)]
  for (const page of [ana, una]) {
    await expect(page.getByRole('row', { name: /South panel/ })).toBeVisible()
  }
  expect((await desk.enter(source, 'coffee-1')).rdud).not.toBeNull()

  await ana.getByRole('row', { name: /South panel/ }).getByRole('button', { name: /status/i }).click()
  await ana.getByRole('menuitem', { name: /Paused/ }).click()
  const dialog = ana.getByRole('alertdialog', { name: 'Confirm Status Change' })
  await expect(dialog).toContainText('Are you sure you want to change the status of this Source from Live to Paused?')
  await dialog.getByRole('button', { name: 'Yes, Change Status' }).click()

  await expect(una.getByRole('row', { name: /South panel/ })).toContainText('Paused', WITHIN_A_SECOND)
  await expect(una.getByRole('row', { name: /South panel/ })).toContainText('Ana Silva')
  const turnedAway = await desk.enter(source, 'coffee-2')
  expect([turnedAway.rdud, /example\/r\/(full|end|term)/.test(turnedAway.location)]).toEqual([null, true])
})
