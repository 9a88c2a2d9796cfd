import { toldApart, type Named } from '@desk/schema/names/told-apart'
import { isolated } from '#ui/format/isolated.ts'
import type { NativeSelectOption } from '#ui/native-select.tsx'

/** The names of things by id; those of one name are told apart. */
export const namesById = (things: Iterable<Named>): ReadonlyMap<Named['id'], string> =>
  toldApart([...things].map(thing => ({ ...thing, name: isolated(thing.name) })))

/** Options of what has an id, each once; those of one name are told apart. */
export const namedOptions = (things: Iterable<Named>): readonly NativeSelectOption[] =>
  [...namesById(things)].map(([id, label]) => ({ id: String(id), label }))
