import { may, type PermissionFacts } from '../permissions/permissions.ts'
import type { StreamViewType } from './current-user.ts'

/**
 * Gives the view of a user's editors; figures keep the user's own view (domain.md §4).
 * @param user who edits
 * @returns 'internal' for users who see the supply side
 */
export const editorViewOf = (user: PermissionFacts): StreamViewType =>
  may(user, 'see the supply side') ? 'internal' : 'external'
