import { describe, expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { fingerprint } from '../../src/journal/fingerprint.ts'
import { MACHINES } from '../../src/registry.ts'
import { SAMPLED } from '../samples/sampled.ts'
import { restore, start, stateOf, step } from '../../src/runtime/step.ts'
import { statusMachine } from '../../src/status/status.machine.ts'
import { coverageOf } from './coverage.ts'
import { pathsOf } from './paths.ts'
import type { PathSource } from './walk.ts'
import { PATH_SOURCES } from './sources.ts'
import { written } from './written.ts'

const FOREIGN = { type: 'no.such.event', callNo: 1, topic: 'survey:1' }

for (const [name, typed] of Object.entries(PATH_SOURCES)) {
  // Every machine is put through the same; its own types do not matter here.
  const source = typed as unknown as PathSource<AnyStateMachine>
  const { machine } = source
  const paths = pathsOf(source, 'in every state')

  describe(`paths of ${name}`, () => {
    test('go through every state and every transition', () => {
      const { uncoveredStates, uncoveredTransitions } = coverageOf(machine, paths)
      expect({ uncoveredStates, uncoveredTransitions }).toEqual({ uncoveredStates: [], uncoveredTransitions: [] })
    })

    test('include those of the slower lanes, which also go through everything', () => {
      const { uncoveredStates, uncoveredTransitions } = coverageOf(machine, pathsOf(source))
      expect({ uncoveredStates, uncoveredTransitions }).toEqual({ uncoveredStates: [], uncoveredTransitions: [] })
    })

    test('lead to the recorded states and ask for the recorded commands', async () => {
      await expect(written(paths)).toMatchFileSnapshot(`./recorded/${name}.paths.txt`)
    })

    for (const path of paths) {
      test(`${path.title}`, () => {
        let { snapshot } = start(machine)
        for (const { event, state, commands } of path.steps) {
          const fromStorage = restore(machine, JSON.parse(JSON.stringify(stateOf(snapshot))))
          expect(step(machine, snapshot, FOREIGN).snapshot).toBe(snapshot)
          const lived = step(machine, snapshot, event)
          const restored = step(machine, fromStorage, event)
          expect(stateOf(lived.snapshot)).toEqual(state)
          expect(lived.commands).toEqual(commands)
          expect([fingerprint(stateOf(restored.snapshot)), restored.commands]).toEqual([fingerprint(state), commands])
          snapshot = lived.snapshot
        }
      })
    }
  })
}

describe('the generator', () => {
  test('has a source for every machine of the registry', () => {
    expect(Object.keys(PATH_SOURCES)).toEqual(Object.keys(MACHINES))
  })
  test('names the states and transitions that no path reaches', () => {
    expect(coverageOf(MACHINES.sidebar.machine, [])).toEqual({
      states: 4,
      transitions: 7,
      uncoveredStates: ['collapsed', 'collapsed.byUser', 'collapsed.byWidth'],
      uncoveredTransitions: [
        'open ▸ sidebar.toggleRequested #1 ▸ collapsed.byUser',
        'open ▸ window.resized #1 [becomesNarrow] ▸ collapsed.byWidth',
        'open ▸ window.resized #2 [becomesWide] ▸ stays',
        'collapsed ▸ sidebar.toggleRequested #1 ▸ open',
        'collapsed.byUser ▸ window.resized #1 [becomesNarrow] ▸ stays',
        'collapsed.byUser ▸ window.resized #2 [becomesWide] ▸ stays',
        'collapsed.byWidth ▸ window.resized #1 [becomesWide] ▸ open',
      ],
    })
  })
  test('misses what its samples do not reach', () => {
    const withoutLaunch = {
      ...PATH_SOURCES.status,
      samplesAt: () => SAMPLED.status.samplesAt(start(statusMachine).snapshot).filter(({ type }) => type !== 'LAUNCH'),
    }
    expect(coverageOf(statusMachine, pathsOf(withoutLaunch)).uncoveredStates).toEqual([
      'live',
      'paused',
      'autoPaused',
      'complete',
    ])
  })
})
