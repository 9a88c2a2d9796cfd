import { useState } from 'react'
import type { AnyStateMachine } from 'xstate'
import { useDesk } from './use-desk.ts'
import { run, type CommandHandlers, type Runner } from '../runner.ts'

/**
 * Runs a machine as long as the component is mounted, its events taken down in the journal.
 * @param name its name in the registry of machines; the journal numbers its instances
 * @param handlers how its commands are performed; those of the first render are used, `{}` when it has none
 */
export function useRunner<M extends AnyStateMachine>(
  name: string,
  machine: M,
  handlers: NoInfer<CommandHandlers<M>>,
): Runner<M> {
  const desk = useDesk()
  const [runner] = useState(() => run(desk.recorder.instanceOf(name), machine, { handlers, recorder: desk.recorder }))
  return runner
}
