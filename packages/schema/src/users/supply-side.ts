import { isAdmin, type CurrentUser, type StreamViewType } from './current-user.ts'

/**
 * Whether a user sees and sets suppliers, their types and supply prices of the account's own sources: whoever has the internal view, and the
 * admins of the account, whose editors these are (docs/decisions/0026). Server and browser ask here.
 */
export const seesSupplySide = (user: Pick<CurrentUser, 'role_id' | 'streamViewType'>): boolean =>
  user.streamViewType === 'internal' || isAdmin(user)

/**
 * Gives the view in which a user's editors show what is edited; figures keep the user's own view (domain.md §4).
 * @param user who edits, with role and view type
 * @returns 'internal' for whoever sees the supply side
 */
export const editorViewOf = (user: Pick<CurrentUser, 'role_id' | 'streamViewType'>): StreamViewType =>
  seesSupplySide(user) ? 'internal' : 'external'
