import type { AnyStateMachine } from 'xstate'
import { MACHINES } from '../../src/registry.ts'
import { diagramJson, diagramPage } from './diagram.ts'

/** Gives the files of docs/machines: for every machine its page and its JSON. */
export function diagramFiles(): readonly { readonly name: string; readonly text: string }[] {
  return Object.entries(MACHINES).flatMap(([name, registered]) => {
    const machine: AnyStateMachine = registered.machine
    return [
      { name: `${name}.md`, text: diagramPage(name, machine) },
      { name: `${name}.json`, text: diagramJson(machine) },
    ]
  })
}
