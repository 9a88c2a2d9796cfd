import { distinctNames, type Named } from '@desk/schema/names/distinct-names'
import { isolated } from '#ui/format/isolated.ts'
import type { NativeSelectOption } from '#ui/native-select.tsx'

/** The names of things by id; equal names get a distinguishing detail. */
export const namesById = (things: Iterable<Named>): ReadonlyMap<Named['id'], string> =>
  distinctNames([...things].map(thing => ({ ...thing, name: isolated(thing.name) })))

/** Options of things with an id, each once; equal names get a distinguishing detail. */
export const namedOptions = (things: Iterable<Named>): readonly NativeSelectOption[] =>
  [...namesById(things)].map(([id, label]) => ({ id: String(id), label }))
