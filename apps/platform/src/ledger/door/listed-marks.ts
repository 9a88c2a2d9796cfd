import type { ListedMark } from '../facts/ledger-facts.ts'
import type { DoorRefusal } from './door-refusal.ts'

/** The refusal by the account's list (docs/decisions/0070); the value names the entry, so that Explain leads to it. */
export function listedRefusal({ list, kind, value, entryId }: ListedMark): DoorRefusal {
  const isBlocked = list === 'block'
  return {
    rule: isBlocked ? 'block_list' : 'watch_list',
    threshold: isBlocked ? 'not on the block list' : 'not on the watch list',
    value: `${kind} ${value}, entry ${entryId}`,
  }
}
