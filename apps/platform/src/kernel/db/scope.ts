import { GREATEST_ID } from '@desk/schema/ids/greatest-id'

/** Under which role, and for which account, a transaction sees rows. */
export type Scope = { readonly role: 'desk_app'; readonly accountId: number } | { readonly role: 'desk_system' }

/**
 * The statements that open a transaction under the scope; one round trip in the simple protocol.
 * @param timeoutMs longest time of one statement, when it differs from the connection's
 * @param genericPlans prepared statements are planned once, not for each run's parameters
 * @param sortMemoryMb of a sort or a grouping, when it differs from the server's
 * @throws RangeError when the account id is none
 */
export function openingSql(
  scope: Scope,
  readOnly: boolean,
  timeoutMs?: number,
  genericPlans = false,
  sortMemoryMb?: number,
): string {
  return [
    ...openingStatements(scope, readOnly, timeoutMs, genericPlans),
    ...(sortMemoryMb === undefined ? [] : [`set local work_mem = '${Math.round(sortMemoryMb)}MB'`]),
  ].join('; ')
}

/** The same, one by one. */
export function openingStatements(scope: Scope, readOnly: boolean, timeoutMs?: number, genericPlans = false): string[] {
  return [
    readOnly ? 'begin isolation level repeatable read read only' : 'begin',
    ...scopeStatements(scope),
    ...(timeoutMs === undefined ? [] : [`set local statement_timeout = ${Math.round(timeoutMs)}`]),
    ...(genericPlans ? ['set local plan_cache_mode = force_generic_plan'] : []),
  ]
}

/**
 * The statements that put an open transaction under the scope.
 * @throws RangeError when the account id is none
 */
export function scopeStatements(scope: Scope): string[] {
  if (scope.role === 'desk_system') return ['set local role desk_system']
  const { accountId } = scope
  if (!Number.isInteger(accountId) || accountId < 1 || accountId > GREATEST_ID) {
    throw new RangeError(`An account id is a whole number from 1 to ${GREATEST_ID}, not ${String(accountId)}`)
  }
  return ['set local role desk_app', `set local desk.account = '${accountId}'`]
}
