import { GREATEST_ID } from '@desk/schema/ids/greatest-id'

/** How prepared statements are planned: once a connection, or for each run's parameters. */
export type Plans = 'generic' | 'custom'

/** Under which role, and for which account, a transaction sees rows. */
export type Scope = { readonly role: 'desk_app'; readonly accountId: number } | { readonly role: 'desk_system' }

/**
 * The statements that open a transaction under the scope; one round trip in the simple protocol.
 * @param timeoutMs longest time of one statement, when it differs from the connection's
 * @param plans prepared statements are planned once ('generic') or for each run's parameters ('custom'); left out: as the server sees fit
 * @param sortMemoryMb of a sort or a grouping, when it differs from the server's
 * @throws RangeError when the account id is none
 */
export function openingSql(
  scope: Scope,
  readOnly: boolean,
  timeoutMs?: number,
  plans?: Plans,
  sortMemoryMb?: number,
): string {
  return [
    ...openingStatements(scope, readOnly, timeoutMs, plans),
    ...(sortMemoryMb === undefined ? [] : [`set local work_mem = '${Math.round(sortMemoryMb)}MB'`]),
  ].join('; ')
}

/** The same, one by one. */
export function openingStatements(scope: Scope, readOnly: boolean, timeoutMs?: number, plans?: Plans): string[] {
  return [
    readOnly ? 'begin isolation level repeatable read read only' : 'begin',
    ...scopeStatements(scope),
    ...(timeoutMs === undefined ? [] : [`set local statement_timeout = ${Math.round(timeoutMs)}`]),
    ...(plans === undefined ? [] : [`set local plan_cache_mode = force_${plans}_plan`]),
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
