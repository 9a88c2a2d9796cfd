import { fieldsOf } from '@desk/schema/journal/secret'
import { machineOf, type RegisteredMachine } from '../registry.ts'
import { restore, start, stateOf, type MachineState } from '../runtime/step.ts'
import { canonicalJson } from './fingerprint.ts'

const MAX_STATE_LENGTH = 20_000

/** Every field name of a machine's initial context or of its events, except secrets. */
function namesOf({ machine, events }: RegisteredMachine): ReadonlySet<string> {
  const names = new Set<string>()
  const add = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, field] of Object.entries(value)) {
      names.add(name)
      add(field)
    }
  }
  add(stateOf(start(machine).snapshot).context)
  for (const { path, isSecret } of fieldsOf(events))
    if (!isSecret) for (const name of path.split(/\.|\[\]/)) names.add(name)
  return names
}

function hasOnly(names: ReadonlySet<string>, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(item => hasOnly(names, item))
  return Object.entries(value).every(([name, field]) => names.has(name) && hasOnly(names, field))
}

/**
 * Admits the state of a machine with which, by the browser's word, a journal began. A state has no schema of its own, so it is
 * accepted only if the present version of the machine made it, can continue from it, and its field names all occur in the
 * machine's context and events.
 * @param key the machine, as journal entries name it
 * @param version the version of the machine that made it
 * @param state anything
 * @returns the plain state, or null when it is refused
 */
export function receiveState(
  key: string,
  version: string | undefined,
  state: { readonly value: unknown; readonly context: unknown },
): MachineState | null {
  const registered = machineOf(key)
  if (registered === null || registered.version !== version) return null
  const { value, context } = state
  if (
    typeof context !== 'object' ||
    context === null ||
    Array.isArray(context) ||
    canonicalJson(state).length > MAX_STATE_LENGTH
  )
    return null
  const known = Object.keys(stateOf(start(registered.machine).snapshot).context)
  if (!Object.keys(context).every(name => known.includes(name)) || !hasOnly(namesOf(registered), context)) return null
  try {
    // resolveState throws for a value that names no state of the machine; what it gives is plain again.
    return stateOf(restore(registered.machine, { value: value as MachineState['value'], context }))
  } catch {
    return null
  }
}
