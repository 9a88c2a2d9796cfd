import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { assign, createMachine, setup, type AnyStateMachine } from 'xstate'
import { MACHINES } from '../../src/registry.ts'
import { command, start, stateOf, step } from '../../src/runtime/step.ts'
import { sidebarMachine } from '../../src/sidebar/sidebar.machine.ts'
import { diagramFiles } from './diagram-files.ts'
import { diagramJson, diagramPage } from './diagram.ts'
import { declaredBy, inventoryOf } from './inventory.ts'

const DIRECTORY = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..', 'docs', 'machines')
const kept = (file: string) =>
  existsSync(resolve(DIRECTORY, file))
    ? readFileSync(resolve(DIRECTORY, file), 'utf8')
    : 'missing: run tsx scripts/write-machine-diagrams.ts'

describe('docs/machines', () => {
  test.each(diagramFiles())('holds $name as the machine is', ({ name, text }) => {
    expect(kept(name)).toBe(text)
  })
  test('shows no machine that is gone', () => {
    expect(readdirSync(DIRECTORY).toSorted()).toEqual(
      diagramFiles()
        .map(({ name }) => name)
        .toSorted(),
    )
  })
})

const DRAWN = Object.entries(MACHINES)

describe('what a machine declares', () => {
  test.each(DRAWN)('is what its chart names, and nothing else: %s', (_name, { machine }) => {
    const { guards, commands, assignments } = inventoryOf(machine)
    expect({ guards, commands, assignments }).toEqual(declaredBy(machine))
  })
  test.each(DRAWN)('is in its page and its JSON, with every event that it takes: %s', (name, { machine }) => {
    const page = kept(`${name}.md`)
    const config = kept(`${name}.json`)
    const { guards, commands, assignments } = declaredBy(machine)
    const missing = [...guards, ...commands, ...assignments, ...machine.events].filter(
      each => !page.includes(each) || !config.includes(`"${each}"`),
    )
    expect(missing).toEqual([])
  })
  test('is not confused with what the chart names', () => {
    const lost = setup({
      actions: { ask: command(), forget: assign({}) },
      guards: { isGood: () => true },
    }).createMachine({
      on: { go: { actions: 'forget' } },
    })
    expect([inventoryOf(lost), declaredBy(lost)]).toEqual([
      { states: [], events: ['go'], guards: [], commands: [], assignments: ['forget'] },
      { guards: ['isGood'], commands: ['ask'], assignments: ['forget'] },
    ])
  })
})

describe('a diagram', () => {
  const machine = setup({
    actions: { ask: command<{ times: number }>() },
    guards: { isGood: () => true },
  }).createMachine({
    id: 'm',
    initial: 'a',
    states: {
      a: {
        on: {
          go: { guard: 'isGood', target: 'b.y', actions: { type: 'ask', params: { times: 2 } } },
          stay: { actions: { type: 'ask', params: () => ({ times: 1 }) } },
        },
      },
      b: { initial: 'x', states: { x: { on: { back: '#m.a', on: 'y' } }, y: {} } },
    },
  })

  test('draws arrows between neighbours alone, and tells every transition', () => {
    expect(diagramPage('m', machine).split('\n').slice(4)).toEqual([
      '```mermaid',
      'stateDiagram-v2',
      '  state "a" as a',
      '  state "b" as b {',
      '    state "x" as b_x',
      '    state "y" as b_y',
      '    [*] --> b_x',
      '    b_x --> b_y : on',
      '  }',
      '  [*] --> a',
      '  a --> b : go [isGood] ▸ y',
      '  b --> a : x · back',
      '```',
      '',
      'Every transition; the first of the same event whose guard holds is taken. `→` marks a command, which the runner performs; the rest happens in the machine.',
      '',
      '| in | event | guard | to | asks for |',
      '|---|---|---|---|---|',
      '| a | go | isGood | b.y | → ask {times: 2} |',
      '| a | stay |  | stays | → ask {times} |',
      '| b.x | back |  | a |  |',
      '| b.x | on |  | b.y |  |',
      '',
      'All that the chart names:',
      '',
      '- states: a, b, b.x, b.y',
      '- events: back, go, on, stay',
      '- guards: isGood',
      '- commands: ask',
      '- assignments: none',
      '',
    ])
  })
  test('as JSON is a machine again, of the same states and transitions', () => {
    const again = createMachine(JSON.parse(diagramJson(sidebarMachine))).provide(
      sidebarMachine.implementations as never,
    )
    const events = [
      { type: 'window.resized', widthPx: 1_000 },
      { type: 'sidebar.toggleRequested' },
      { type: 'sidebar.toggleRequested' },
    ] as const
    const walked = (of: AnyStateMachine) => {
      let { snapshot } = start(of)
      return events.map(event => stateOf((snapshot = step(of, snapshot, event).snapshot)))
    }
    expect(walked(again)).toEqual(walked(sidebarMachine))
  })
})
