import { describe, expect, test } from 'vitest'
import { start, step, type CommandFrom } from '../runtime/step.ts'
import type { VersionPollEvent } from './version-poll.events.ts'
import { versionPollMachine } from './version-poll.machine.ts'
import { banner } from './version-poll.selectors.ts'

function after(...events: readonly VersionPollEvent[]) {
  let { snapshot } = start(versionPollMachine)
  let commands: readonly CommandFrom<typeof versionPollMachine>[] = []
  for (const event of events) ({ snapshot, commands } = step(versionPollMachine, snapshot, event))
  return { commands, banner: banner(snapshot) }
}

const polled = (buildDate: string | null, isLocalDevelopment = false): VersionPollEvent => ({
  type: 'version.pollRequested',
  isLocalDevelopment,
  buildDate,
})
const read = (readNo: number, buildDate: string): VersionPollEvent => ({ type: 'version.read', readNo, buildDate })
const elapsed = (timerNo: number): VersionPollEvent => ({ type: 'timer.elapsed', timerNo })
const READ = (readNo: number) => ({ commands: [{ type: 'readVersion', params: { readNo } }], banner: null })
const WAIT = (timerNo: number) => ({
  commands: [{ type: 'startTimer', params: { timerNo, delayMs: 30_000 } }],
  banner: null,
})
const FOUND = {
  commands: [],
  banner: { text: 'We’ve updated the app! Please reload to use the latest version.', buttonLabel: 'Reload' },
}

describe('the version poll (§4.10)', () => {
  test('reads at once, and again 30 seconds after each answer (§4.10, §9.3)', () => {
    expect([
      after(polled('a')),
      after(polled('a'), read(1, 'a')),
      after(polled('a'), read(1, 'a'), elapsed(1)),
    ]).toEqual([READ(1), WAIT(1), READ(2)])
  })
  test('does nothing in local development (§4.10)', () => {
    expect(after(polled('a', true))).toEqual({ commands: [], banner: null })
  })
  test('another build date shows the banner and ends the poll (§4.10, §2.46)', () => {
    expect([
      after(polled('a'), read(1, 'b')),
      after(polled('a'), read(1, 'b'), elapsed(1)),
      after(polled(null), read(1, 'a')),
      after(polled(null), read(1, 'a'), elapsed(1), read(2, 'b')),
    ]).toEqual([FOUND, FOUND, WAIT(1), FOUND])
  })
  test('the banner’s button reloads the page (§2.46)', () => {
    expect(after(polled('a'), read(1, 'b'), { type: 'version.reloadRequested' }).commands).toEqual([
      { type: 'reload', params: { delayMs: 0 } },
    ])
  })
  test('a failed read is only logged, and read again (§8.10)', () => {
    const failed: VersionPollEvent = { type: 'version.readFailed', readNo: 1, message: 'Oh' }
    expect([after(polled('a'), failed), after(polled('a'), failed, elapsed(1))]).toEqual([
      { commands: [{ type: 'logFailure', params: { message: 'Oh' } }, ...WAIT(1).commands], banner: null },
      READ(2),
    ])
  })
})
