import type { PlaceScope } from '../toolkit/places.ts'

/** A place in the words of an answer. */
export const placeWords = (scope: PlaceScope, name: string): string =>
  scope === 'account' ? 'the account' : `${scope} “${name}”`
