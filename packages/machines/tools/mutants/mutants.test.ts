import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { assign, setup, type AnyStateMachine } from 'xstate'
import { pathsOf } from '../paths/paths.ts'
import type { PathSource } from '../paths/walk.ts'
import { PATH_SOURCES } from '../paths/sources.ts'
import { written } from '../paths/written.ts'
import { sidebarMachine } from '../../src/sidebar/sidebar.machine.ts'
import { deedMutantsOf } from './deed-mutants.ts'
import { counts, judgeMutants } from './judge-mutants.ts'
import { mutantsOf } from './mutants.ts'
import { performedBy } from './performed.ts'

const SOURCE = PATH_SOURCES.sidebar as unknown as PathSource<AnyStateMachine> // Judged as any machine is.
const RECORDED = readFileSync(new URL('../paths/recorded/sidebar.paths.txt', import.meta.url), 'utf8')

describe('mutants', () => {
  test('remove or retarget each transition, negate its guard or make it constant, and drop each of its actions', () => {
    const names = mutantsOf(sidebarMachine).map(({ name }) => name)
    expect(names.filter(name => name.startsWith('collapsed.byWidth') || name.startsWith('collapsed ▸'))).toEqual([
      'collapsed ▸ sidebar.toggleRequested #1 ▸ open: removed',
      'collapsed ▸ sidebar.toggleRequested #1 ▸ open: retargeted to collapsed.byUser',
      'collapsed ▸ sidebar.toggleRequested #1 ▸ open: retargeted to collapsed.byWidth',
      'collapsed.byWidth ▸ window.resized #1 [becomesWide] ▸ open: removed',
      'collapsed.byWidth ▸ window.resized #1 [becomesWide] ▸ open: retargeted to collapsed.byUser',
      'collapsed.byWidth ▸ window.resized #1 [becomesWide] ▸ open: retargeted to collapsed.byWidth',
      'collapsed.byWidth ▸ window.resized #1 [becomesWide] ▸ open: guard negated',
      'collapsed.byWidth ▸ window.resized #1 [becomesWide] ▸ open: guard always true',
      'collapsed.byWidth ▸ window.resized #1 [becomesWide] ▸ open: guard always false',
      'collapsed.byWidth ▸ window.resized #1 [becomesWide] ▸ open: becomeWide (#1) dropped',
    ])
  })
  test('keep each assigned property unchanged, and change each parameter of a command', () => {
    const idle = PATH_SOURCES.idle as unknown as PathSource<AnyStateMachine> // Mutated as any machine is.
    expect(deedMutantsOf(idle, pathsOf(idle, 'in every state')).map(({ kind, name }) => `${kind}: ${name}`)).toEqual([
      'property kept: assign keepMoment: lastActivityMs kept',
      'property kept: assign countTimer: timerNo kept',
      'parameter changed: off ▸ idle.watchRequested #1 → startTimer (#3): timerNo changed',
      'parameter changed: off ▸ idle.watchRequested #1 → startTimer (#3): delayMs changed',
      'parameter changed: watching ▸ activity.seen #1 [isOver] → notify (#1): machine changed',
      'parameter changed: watching ▸ activity.seen #1 [isOver] → notify (#1): event changed',
      'parameter changed: due ▸ idle.watchRequested #1 → startTimer (#3): timerNo changed',
      'parameter changed: due ▸ idle.watchRequested #1 → startTimer (#3): delayMs changed',
      'parameter changed: due ▸ session.rechecked #1 → startTimer (#3): timerNo changed',
      'parameter changed: due ▸ session.rechecked #1 → startTimer (#3): delayMs changed',
      'parameter changed: watching ▸ session.rechecked #1 → startTimer (#3): timerNo changed',
      'parameter changed: watching ▸ session.rechecked #1 → startTimer (#3): delayMs changed',
      'parameter changed: watching ▸ timer.elapsed #2 [isPresentTimer] → startTimer (#2): timerNo changed',
      'parameter changed: watching ▸ timer.elapsed #2 [isPresentTimer] → startTimer (#2): delayMs changed',
      'parameter changed: watching ▸ timer.elapsed #1 [isPresentTimerOver] → notify (#1): machine changed',
      'parameter changed: watching ▸ timer.elapsed #1 [isPresentTimerOver] → notify (#1): event changed',
    ])
  })
  test('leave the machine as it is when nothing is changed', () => {
    for (const name of ['idle', 'load', 'user-dialog', 'status-change'] as const) {
      const source = PATH_SOURCES[name] as unknown as PathSource<AnyStateMachine>
      const same = { ...source, machine: performedBy(source.machine, ({ fields }) => fields) }
      expect([
        name,
        written(pathsOf(same, 'in every state')) ===
          readFileSync(new URL(`../paths/recorded/${name}.paths.txt`, import.meta.url), 'utf8'),
      ]).toEqual([name, true])
    }
  })
  test('of the sidebar are all noticed by its paths', () => {
    const all = counts({
      'transition removed': 7,
      retargeted: 14,
      'guard negated': 5,
      'guard always true': 5,
      'guard always false': 5,
      'action dropped': 5,
      'property kept': 2,
    })
    expect(judgeMutants(SOURCE, RECORDED)).toEqual({ killed: all, all, survivors: [], equivalent: 0 })
  })
  test('that no sample event distinguishes survive and are named', () => {
    const deaf: PathSource<AnyStateMachine> = {
      machine: sidebarMachine,
      samplesAt: () => [{ type: 'sidebar.toggleRequested' }],
    }
    const recorded =
      'begins ▸ "open"\n  = isNarrow false\nsidebar.toggleRequested ▸ {"collapsed":"byUser"}\n  sidebar.toggleRequested ▸ "open"\n'
    const { killed, survivors } = judgeMutants(deaf, recorded)
    expect([killed, survivors.length, survivors[0]]).toEqual([
      counts({ 'transition removed': 2, retargeted: 4 }),
      35,
      'open ▸ window.resized #1 [becomesNarrow] ▸ collapsed.byWidth: removed',
    ])
  })
  test('that change only the context are noticed', () => {
    const source: PathSource<AnyStateMachine> = {
      machine: setup({ types: { context: {} as { count: number } } }).createMachine({
        id: 'counter',
        context: { count: 0 },
        on: { more: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
      }),
      samplesAt: () => [{ type: 'more' }],
    }
    const recorded = 'begins ▸ {}\n  = count 0\nmore ▸ {}\n  = count 1\n'
    expect(judgeMutants(source, recorded).survivors).toEqual([])
  })
  test('are not compared with the records of another machine', () => {
    expect(() => judgeMutants(SOURCE, `${RECORDED}\n`)).toThrow('run its path tests first')
  })
})
