import { fieldsOf, redact } from '@desk/schema/journal/secret'
import { Option, Schema } from 'effect'
import type { EventObject } from 'xstate'
import { machineOf } from '../registry.ts'

/** Decoders are made once for each machine. */
const decoders = new Map<string, (event: unknown) => EventObject | null>()

/** Gives the decoder of one machine's events, for repeated use; null when there is no such machine. See `receive`. */
export function receiverOf(key: string): ((event: unknown) => EventObject | null) | null {
  const slash = key.indexOf('/')
  const name = slash === -1 ? key : key.slice(0, slash)
  const known = decoders.get(name)
  if (known !== undefined) return known
  const registered = machineOf(name)
  if (registered === null) return null
  const decode = Schema.decodeUnknownOption(registered.events)
  // Decoding removes fields that are not in the schema; redacting, those marked secret.
  const hasSecrets = fieldsOf(registered.events).some(field => field.isSecret)
  const decoder = (event: unknown): EventObject | null => {
    const decoded = Option.getOrNull(decode(event))
    return decoded !== null && hasSecrets ? redact(registered.events, decoded) : decoded
  }
  decoders.set(name, decoder)
  return decoder
}

/**
 * Admits an event from outside: decoded by the machine's schema, without secret or unknown fields, so that live use and replay
 * see the very same event.
 * @param key the machine, as journal entries name it
 * @param event anything
 * @returns the event to step with and to journal, or null when the machine does not know it
 */
export function receive(key: string, event: unknown): EventObject | null {
  return receiverOf(key)?.(event) ?? null
}
