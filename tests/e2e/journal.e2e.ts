import { replay, type Checkpoint } from '@desk/machines/journal/fold'
import type { JournalPage, JournalSummary } from '@desk/schema/journal/journal-view'
import { expect, test } from './desk/desk-fixture.ts'
import { journalIsOpen } from './desk/kept-by.ts'

test('support has a session’s journal as soon as the page is left, and it replays to the browser’s own fingerprints (law 1)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Journalled study')
  const page = await visit('user@acme.example', study.sourceTablePath)
  await expect(page.getByRole('row', { name: /North panel/ })).toBeVisible()
  await journalIsOpen(page)
  await page.evaluate(() => void (window.location.hash = '#/projects'))
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.goto('about:blank')

  const token = await desk.tokenOf('super@desk.example')
  const query = `user=una%20ortiz&route=${encodeURIComponent(study.sourceTablePath)}`
  let journal = ''
  await expect
    .poll(async () => {
      const { body } = await desk.call('GET', `/v1/journals?${query}`, { token })
      journal = (body as JournalSummary[])[0]?.journal ?? ''
      const read =
        journal === '' ? null : ((await desk.call('GET', `/v1/journals/${journal}`, { token })).body as JournalPage)
      return read?.entries.findLast(({ event }) => event.type === 'location.changed')?.event
    })
    .toEqual({ type: 'location.changed', path: '/projects' })
  const read = (await desk.call('GET', `/v1/journals/${journal}`, { token })).body as JournalPage
  // a page that is left has nothing to answer where nothing was asked
  expect(read.entries.filter(({ event }) => event.type === 'status.confirmationRejected')).toEqual([])
  expect([read.gaps, replay(read.entries, read.from as Checkpoint).kind, read.journal.username]).toEqual([
    [],
    'equal',
    'user@acme.example',
  ])
})
