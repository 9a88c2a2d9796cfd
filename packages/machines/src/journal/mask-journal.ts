import { MASKED_FINGERPRINT, type JournalEntry } from '@desk/schema/journal/entry'
import { maskPersonal, personalNamesOf, type TagOf } from '@desk/schema/journal/personal'
import type { JournalCheckpoint } from '@desk/schema/journal/upload'
import { machineOf, type MachineName } from '../registry.ts'

/** Context fields whose name differs from that in the event. */
const KEPT_AS: Partial<Record<MachineName, readonly string[]>> = { form: ['initial'] }

const known = new Map<string, ReadonlySet<string>>()

function personalNamesIn(key: string): ReadonlySet<string> {
  const name = key.split('/', 1)[0] ?? key
  const found = known.get(name)
  if (found !== undefined) return found
  const registered = machineOf(name)
  const names = new Set([
    ...(registered === null ? [] : personalNamesOf(registered.events)),
    ...(KEPT_AS[name as MachineName] ?? []),
  ]) // undefined for any other key
  known.set(name, names)
  return names
}

/**
 * Masks the personal data of an entry for a viewer who may not read it. The entry loses its fingerprint: that of the original
 * state would let names be guessed, and the masked state has another.
 */
export function maskEntry(entry: JournalEntry, tagOf: TagOf): JournalEntry {
  return {
    ...entry,
    event: maskPersonal(personalNamesIn(entry.machine), entry.event, tagOf),
    fingerprint: MASKED_FINGERPRINT,
  }
}

/** Masks the states that a journal begins with in the same way; the same text has the same mask as in the entries. */
export function maskCheckpoint({ states, ...checkpoint }: JournalCheckpoint, tagOf: TagOf): JournalCheckpoint {
  return {
    ...checkpoint,
    states: Object.fromEntries(
      Object.entries(states).map(([key, state]) => [
        key,
        { value: state.value, context: maskPersonal(personalNamesIn(key), state.context, tagOf) },
      ]),
    ),
  }
}
