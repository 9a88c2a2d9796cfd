import { ROLES, type User } from '@desk/schema/users/user'
import { ApiError, GENERIC_FAILURE } from '#runtime/api/api-error.ts'

const UNREACHED =
  'The server did not answer. Your entries are still here: check your connection, then press Save again.'
const ALREADY_MADE = ' Should the username then be taken, the user was made by the first try.'
const DELETE_UNREACHED = 'The server did not answer. Check your connection, then try again.'

/** The cause of a failed call and what to do; null when unknown (§8.6). */
function wordsOf(failure: unknown, unreached: string): string | null {
  if (!(failure instanceof ApiError)) return null
  if (failure.status === 0) return unreached
  return failure.message === GENERIC_FAILURE || failure.message === '' ? null : failure.message
}

/** Why a user was not saved. @param isNew a retry may find the user that the first attempt created */
export const saveFailureWords = (failure: unknown, isNew: boolean): string | null =>
  wordsOf(failure, isNew ? UNREACHED + ALREADY_MADE : UNREACHED)

/** Why a user was not deleted. */
export const deleteFailureWords = (failure: unknown): string | null => wordsOf(failure, DELETE_UNREACHED)

/** The user's fields with their labels in the dialog, and their values in words. */
const NAMED: readonly (readonly [keyof User, string, (value: User, zoneName: (code: number) => string) => string])[] = [
  ['firstname', 'Firstname', ({ firstname }) => `“${firstname}”`],
  ['lastname', 'Lastname', ({ lastname }) => `“${lastname}”`],
  ['user_time_zone', 'Timezone', ({ user_time_zone }, zoneName) => zoneName(user_time_zone)],
  ['username', 'Username', ({ username }) => username],
  [
    'role_id',
    'Role',
    ({ role_id }) => ROLES.find(({ pm_code }) => pm_code === role_id)?.pm_code_name ?? String(role_id),
  ],
  ['is_consultant', 'Project Manager', ({ is_consultant }) => (is_consultant ? 'on' : 'off')],
]

/**
 * Describes another admin's change of a user, and what to do.
 * @param seen the user when the dialog opened
 * @param stored the user as the server has it now
 */
export function conflictWords(seen: User, stored: User, zoneName: (code: number) => string): string {
  const changes = NAMED.filter(([name]) => seen[name] !== stored[name]).map(
    ([, label, said]) => `${label} is now ${said(stored, zoneName)}`,
  )
  const what =
    changes.length === 0 ? 'Another user changed the permissions.' : `Another user changed it: ${changes.join(', ')}.`
  return `${what} Save replaces it with your entries, Cancel discards yours.`
}
