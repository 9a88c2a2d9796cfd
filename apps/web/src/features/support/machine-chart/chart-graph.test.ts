import { sidebarMachine } from '@desk/machines/sidebar/sidebar.machine'
import { MACHINES } from '@desk/machines/registry'
import { describe, expect, test } from 'vitest'
import { graphOf, litStates } from './chart-graph.ts'

describe('a machine as a chart', () => {
  test('has every state in its outer one, and one arrow for all transitions between two', () => {
    expect(graphOf(sidebarMachine)).toEqual({
      states: [
        { id: 'open', parentId: null, name: 'open', hasInner: false, isInitial: true },
        { id: 'collapsed', parentId: null, name: 'collapsed', hasInner: true, isInitial: false },
        { id: 'collapsed.byUser', parentId: 'collapsed', name: 'byUser', hasInner: false, isInitial: true },
        { id: 'collapsed.byWidth', parentId: 'collapsed', name: 'byWidth', hasInner: false, isInitial: false },
      ],
      arrows: [
        { id: 'open>collapsed.byUser', from: 'open', to: 'collapsed.byUser', events: ['sidebar.toggleRequested'] },
        { id: 'open>collapsed.byWidth', from: 'open', to: 'collapsed.byWidth', events: ['window.resized'] },
        { id: 'collapsed>open', from: 'collapsed', to: 'open', events: ['sidebar.toggleRequested'] },
        { id: 'collapsed.byWidth>open', from: 'collapsed.byWidth', to: 'open', events: ['window.resized'] },
      ],
    })
  })

  test('of every machine has arrows between states that it has', () => {
    const astray = Object.entries(MACHINES).flatMap(([name, { machine }]) => {
      const { states, arrows } = graphOf(machine)
      const ids = new Set(states.map(({ id }) => id))
      return arrows.filter(({ from, to }) => !ids.has(from) || !ids.has(to)).map(({ id }) => `${name} ${id}`)
    })
    expect(astray).toEqual([])
  })

  test('lights the state and all around it', () => {
    expect([litStates('open'), litStates({ signedIn: { switching: 'leaving' } })]).toEqual([
      new Set(['open']),
      new Set(['signedIn', 'signedIn.switching', 'signedIn.switching.leaving']),
    ])
  })
})
