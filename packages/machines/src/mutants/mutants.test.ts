import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import type { PathSource } from '../paths/paths.ts'
import { PATH_SOURCES } from '../paths/sources.ts'
import { sidebarMachine } from '../sidebar/sidebar.machine.ts'
import { judgeMutants } from './judge-mutants.ts'
import { mutantsOf } from './mutants.ts'

const SOURCE = PATH_SOURCES.sidebar as unknown as PathSource<AnyStateMachine> // Judged as any machine is.
const RECORDED = readFileSync(new URL('../sidebar/sidebar.paths.txt', import.meta.url), 'utf8')

describe('mutants', () => {
  test('are each transition removed, led to each other state, and its guard negated', () => {
    const names = mutantsOf(sidebarMachine).map(({ name }) => name)
    expect(names.filter(name => name.startsWith('collapsed'))).toEqual([
      'collapsed ▸ sidebar.toggleRequested #1 ▸ open: removed',
      'collapsed ▸ sidebar.toggleRequested #1 ▸ open: retargeted to collapsed.byUser',
      'collapsed ▸ sidebar.toggleRequested #1 ▸ open: retargeted to collapsed.byWidth',
      'collapsed.byUser ▸ window.resized #1 [becomesNarrow] ▸ stays: removed',
      'collapsed.byUser ▸ window.resized #1 [becomesNarrow] ▸ stays: retargeted to open',
      'collapsed.byUser ▸ window.resized #1 [becomesNarrow] ▸ stays: retargeted to collapsed.byWidth',
      'collapsed.byUser ▸ window.resized #1 [becomesNarrow] ▸ stays: guard negated',
      'collapsed.byUser ▸ window.resized #2 [becomesWide] ▸ stays: removed',
      'collapsed.byUser ▸ window.resized #2 [becomesWide] ▸ stays: retargeted to open',
      'collapsed.byUser ▸ window.resized #2 [becomesWide] ▸ stays: retargeted to collapsed.byWidth',
      'collapsed.byUser ▸ window.resized #2 [becomesWide] ▸ stays: guard negated',
      'collapsed.byWidth ▸ window.resized #1 [becomesWide] ▸ open: removed',
      'collapsed.byWidth ▸ window.resized #1 [becomesWide] ▸ open: retargeted to collapsed.byUser',
      'collapsed.byWidth ▸ window.resized #1 [becomesWide] ▸ open: retargeted to collapsed.byWidth',
      'collapsed.byWidth ▸ window.resized #1 [becomesWide] ▸ open: guard negated',
    ])
  })
  test('are all noticed by the paths of the sidebar', () => {
    expect(judgeMutants(SOURCE, RECORDED)).toEqual({ killed: { removed: 7, retargeted: 14, negated: 5 }, all: { removed: 7, retargeted: 14, negated: 5 }, survivors: [] })
  })
  test('that no sample event can tell apart survive, and are named', () => {
    const deaf: PathSource<AnyStateMachine> = { machine: sidebarMachine, samplesAt: () => [{ type: 'sidebar.toggleRequested' }] }
    const recorded = 'open ▸ sidebar.toggleRequested ▸ collapsed.byUser ▸ sidebar.toggleRequested ▸ open\n  sidebar.toggleRequested ▸ {"collapsed":"byUser"}\n  sidebar.toggleRequested ▸ "open"\n'
    const { killed, survivors } = judgeMutants(deaf, recorded)
    expect([killed, survivors.length, survivors[0]]).toEqual([{ removed: 2, retargeted: 4, negated: 0 }, 20, 'open ▸ window.resized #1 [becomesNarrow] ▸ collapsed.byWidth: removed'])
  })
  test('are not judged by records of another machine', () => {
    expect(() => judgeMutants(SOURCE, `${RECORDED}\n`)).toThrow('run its path tests first')
  })
})
