/** Under which role, and for which account, a transaction sees rows. */
export type Scope = { readonly role: 'desk_app'; readonly accountId: number } | { readonly role: 'desk_system' }

const GREATEST_ACCOUNT_ID = 2_147_483_647

/**
 * The statements that open a transaction under the scope; one round trip in the simple protocol.
 * @param timeoutMs longest time of one statement, when it differs from the connection's
 * @param genericPlans prepared statements are planned once, not for each run's parameters
 * @throws RangeError when the account id is none
 */
export function openingSql(scope: Scope, readOnly: boolean, timeoutMs?: number, genericPlans = false): string {
  const begin = readOnly ? 'begin isolation level repeatable read read only' : 'begin'
  const timeout = timeoutMs === undefined ? '' : `; set local statement_timeout = ${Math.round(timeoutMs)}`
  const plans = genericPlans ? '; set local plan_cache_mode = force_generic_plan' : ''
  if (scope.role === 'desk_system') return `${begin}; set local role desk_system${timeout}${plans}`
  const { accountId } = scope
  if (!Number.isInteger(accountId) || accountId < 1 || accountId > GREATEST_ACCOUNT_ID) {
    throw new RangeError(`An account id is a whole number from 1 to ${GREATEST_ACCOUNT_ID}, not ${String(accountId)}`)
  }
  return `${begin}; set local role desk_app; set local desk.account = '${accountId}'${timeout}${plans}`
}
