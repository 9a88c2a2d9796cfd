import type { Caller } from '@desk/api/authorization'
import { Forbidden } from '@desk/api/errors'
import { Effect } from 'effect'
import { demandDesk } from '../accounts/access.ts'

/** Suppliers of sources and supply prices are the internal view's to see and to set (domain.md §4). */
export const demandSupplySide = Effect.fn(function* (caller: Caller) {
  yield* demandDesk(caller)
  if (caller.view !== 'internal') return yield* new Forbidden({ message: 'Suppliers and supply prices are not open to your view.' })
})
