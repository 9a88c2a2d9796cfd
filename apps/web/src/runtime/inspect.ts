import { machineOf } from '@desk/machines/registry'
import { createBrowserInspector, type createInspector } from '@statelyai/inspect'
import type { LiveMachines } from './live-machines.ts'

type Inspector = Pick<ReturnType<typeof createInspector>, 'actor' | 'event' | 'snapshot'>

/** Our machines are stepped without actors: the inspector needs only an actor's id and machine, and its types lack the machine. */
const standIn = (machine: string) =>
  ({ sessionId: machine, send: () => {}, logic: machineOf(machine)?.machine }) as unknown as Parameters<
    Inspector['actor']
  >[0]

/**
 * Shows the tab's machines in Stately's inspector, which opens in a window of its own. For development (`?inspect`): it needs
 * the internet, and no build holds it. /experimental shows the same machines without.
 * @returns ends it
 */
export function inspectMachines(machines: LiveMachines, inspector: Inspector = createBrowserInspector()): () => void {
  const known = new Set<string>()
  let toldNo = 0
  const tell = () => {
    const news = machines
      .heard()
      .filter(({ no }) => no > toldNo)
      .toReversed()
    for (const { no, machine, event } of news) {
      toldNo = no
      const state = machines.states().get(machine)
      const snapshot = { status: 'active' as const, value: state?.value, context: state?.context }
      if (!known.has(machine)) inspector.actor(standIn(machine), snapshot)
      known.add(machine)
      inspector.event(machine, event)
      inspector.snapshot(machine, snapshot, { event })
    }
  }
  tell()
  return machines.subscribe(tell)
}
