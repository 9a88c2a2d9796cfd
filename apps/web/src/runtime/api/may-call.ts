import { isPermission, may } from '@desk/schema/permissions/permissions'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { ENDPOINTS } from './endpoint-table.ts'
import type { EndpointKey } from './endpoints.ts'

/** Whether the server lets a user make a call, as far as that depends on the user only: its button is shown by this. */
export function mayCall(user: CurrentUser, call: EndpointKey): boolean {
  const [, , who] = ENDPOINTS[call]
  return isPermission(who) ? may(user, who) : who !== 'gateway'
}
