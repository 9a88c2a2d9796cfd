import { AccountChanges, NewAccount } from '@desk/schema/accounts/account-form'
import { ManagedAccount } from '@desk/schema/accounts/managed-account'
import { IdFromText } from '@desk/schema/ids/ids'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'
import { onceHeaders } from './once.ts'

const params = { id: IdFromText }

/** Accounts as super admins manage them (§2.25): api:M7–M9, and their list, suspending and resuming, which the spec does not name. */
export class ManagedAccountsApi extends HttpApiGroup.make('managedAccounts')
  .add(
    HttpApiEndpoint.get('list', '/v1/account-management', {
      query: pageQuery,
      success: Schema.Array(ManagedAccount),
    }).annotate(OpenTo, 'manage accounts'),
    HttpApiEndpoint.post('create', '/v1/dashboards', {
      headers: onceHeaders,
      payload: NewAccount,
      success: ManagedAccount,
      error: Conflict,
    }).annotate(OpenTo, 'create accounts'),
    HttpApiEndpoint.get('read', '/v1/dashboards/:id', { params, success: ManagedAccount, error: NotFound }).annotate(
      OpenTo,
      'manage accounts',
    ),
    HttpApiEndpoint.put('update', '/v1/dashboards/:id', {
      params,
      payload: AccountChanges,
      success: ManagedAccount,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'manage accounts'),
    // its users and respondents are refused until it is resumed; nothing is lost
    HttpApiEndpoint.post('suspend', '/v1/dashboards/:id/suspend', {
      params,
      success: ManagedAccount,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'manage accounts'),
    HttpApiEndpoint.post('resume', '/v1/dashboards/:id/resume', {
      params,
      success: ManagedAccount,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'manage accounts'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
