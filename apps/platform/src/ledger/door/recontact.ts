import type { InvitedPerson, RespondentRow, SourceFacts } from '../facts/ledger-facts.ts'
import type { EntryOperation, Refusal } from '../facts/ledger-operations.ts'
import { isInflight } from '../facts/tally.ts'
import type { DoorRefusal } from './door-refusal.ts'

/** The refusal of an entrant whom a source of invited people does not know, or no longer (docs/decisions/0060). */
export function notRecontacted(
  { isRecontact }: SourceFacts,
  { invitation }: EntryOperation,
  person: InvitedPerson | null,
): DoorRefusal | null {
  if (person !== null || (!isRecontact && invitation === null)) return null
  return {
    rule: 'not_recontacted',
    threshold: 'a respondent of the recontact list',
    value: invitation === null ? 'not in the list' : 'removed from the list',
  }
}

/** Whether a person of the list came by another link than their own: a refusal would use theirs up. */
export function needsOwnLink({ invitation }: EntryOperation, person: InvitedPerson | null): boolean {
  return person !== null && person.hex !== invitation
}

/** Why a known respondent may not enter again; null: as in other sources, they may. A personal link is for one use, and so is whatever leads back into the survey. */
export function usedLink({ isRecontact }: SourceFacts, entry: EntryOperation, known: RespondentRow): Refusal | null {
  if (known.isTest || (entry.invitation === null && !(isRecontact && isInflight(known.code)))) return null
  const usedAtMs = known.inSurveyAtMs ?? known.endedAtMs
  const day = usedAtMs === null ? 'earlier' : `on ${new Date(usedAtMs).toISOString().slice(0, 10)}`
  return { rule: 'personal_link', threshold: 'one use', value: `used ${day}` }
}
