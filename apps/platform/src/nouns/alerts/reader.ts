import type { Caller } from '@desk/api/authorization'
import { alertKindsSeenBy, type AlertKind } from '@desk/schema/alerts/alert-kinds'
import { may } from '@desk/schema/permissions/permissions'

/** A user in an account, and the kinds of alerts hidden from them. */
export interface Reader {
  readonly accountId: number
  readonly userId: number
  readonly hidden: readonly AlertKind[]
}

export const readerOf = ({ accountId, user, view }: Caller): Reader => ({
  accountId,
  userId: user.uid,
  hidden: [
    ...(view === 'internal' ? [] : alertKindsSeenBy('internal')),
    ...(may(user, 'manage webhooks') ? [] : alertKindsSeenBy('admins')),
  ],
})
