import { fingerprint } from '@desk/machines/journal/fingerprint'
import { Folding, type Checkpoint } from '@desk/machines/journal/fold'
import { stateOf } from '@desk/machines/runtime/step'
import type { JournalPage } from '@desk/schema/journal/journal-view'
import type { Page } from '@playwright/test'
import { expect, test } from './desk/desk-fixture.ts'
import { goToHash } from './desk/hash.ts'
import { keptSession, livesThroughAnHour, SUPPORT, usersToRecord } from './desk/kept-session.ts'

/**
 * Events that only mark the time, of which a slow computer records more; and those that the network brings at any
 * moment.
 */
const MOMENTS = new Set(['clock.ticked', 'heartbeat.received', 'timer.elapsed', 'activity.seen', 'config.read'])

/** By machine, what happened to it and the fingerprint of the state after it. */
function courseOf(
  steps: readonly { readonly machine: string; readonly type: string; readonly fingerprint: string }[],
): Record<string, string[]> {
  const course: Record<string, string[]> = {}
  for (const { machine, type, fingerprint } of steps)
    if (!MOMENTS.has(type)) (course[machine] ??= []).push(`${type} ${fingerprint}`)
  return course
}

/** Folds a journal here. */
function foldedInNode({ entries, from }: JournalPage): Record<string, string[]> {
  const folding = new Folding(from as Checkpoint)
  return courseOf(
    entries.map(entry => {
      const taken = folding.take(entry)
      return {
        machine: entry.machine,
        type: entry.event.type,
        fingerprint: taken === null ? 'no state' : fingerprint(stateOf(taken.after)),
      }
    }),
  )
}

/** Walks through a journal on the replay screen, from the beginning on, and takes down what it says that it has folded. */
async function foldedInBrowser(page: Page, journal: string): Promise<Record<string, string[]>> {
  await goToHash(page, `/support/sessions/${journal}?at=1`)
  const step = page.getByRole('region', { name: 'The step' })
  await page.getByRole('button', { name: 'To the beginning' }).click()
  await expect(step).toContainText('Nothing has happened yet')
  // a click and a look from here for each of them would take seconds
  const told = await page.evaluate(async () => {
    const next = document.querySelector<HTMLButtonElement>('button[aria-label="Step (J)"]')
    const seen: string[][] = []
    while (next !== null && !next.disabled) {
      next.click()
      await new Promise(requestAnimationFrame)
      seen.push(
        [...document.querySelectorAll('section[aria-label="The step"] header :is(h2, p)')].map(
          ({ textContent }) => textContent ?? '',
        ),
      )
    }
    return seen
  })
  const steps = told.map(([type = '', about = '', state = '']) => ({
    type,
    machine: /^to (\S+)/.exec(about)?.[1] ?? '',
    fingerprint: /as recorded: (\w+)$/.exec(state)?.[1] ?? state,
  }))
  return courseOf(steps)
}

test('two recordings of the same session, in two browsers, fold to the same fingerprints, in Node and on the replay screen (law 1)', async ({
  desk,
  newBrowser,
  visit,
}) => {
  const users = await usersToRecord(desk)
  const recordings: JournalPage[] = []
  for (const _ of ['one', 'two']) {
    await livesThroughAnHour(await (await newBrowser()).newPage(), users)
    recordings.push(await keptSession(desk, `user=${users.family}`, recordings))
  }
  const [one, two] = recordings as [JournalPage, JournalPage]
  const inNode = foldedInNode(one)
  expect(one.journal.journal).not.toBe(two.journal.journal)
  expect(Object.keys(inNode)).toEqual(expect.arrayContaining(['app', 'session', 'form/1', 'user-dialog/1']))
  expect(foldedInNode(two)).toEqual(inNode)
  const page = await visit(SUPPORT, '/support/sessions')
  for (const { journal } of [one, two]) expect(await foldedInBrowser(page, journal.journal)).toEqual(inNode)
})
