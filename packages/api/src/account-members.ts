import { NewMember } from '@desk/schema/accounts/account-form'
import { AccountMember } from '@desk/schema/accounts/managed-account'
import { IdFromText } from '@desk/schema/ids/ids'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'

const params = { id: IdFromText, uid: IdFromText }

/** The users of any account, for super admins (§6.5): an addition to the spec's calls. */
export class AccountMembersApi extends HttpApiGroup.make('accountMembers')
  .add(
    HttpApiEndpoint.get('list', '/v1/dashboards/:id/members', {
      params: { id: IdFromText },
      query: pageQuery,
      success: Schema.Array(AccountMember),
      error: NotFound,
    }).annotate(OpenTo, 'manage accounts'),
    // a user of another account, who works in several from now on
    HttpApiEndpoint.post('add', '/v1/dashboards/:id/members', {
      params: { id: IdFromText },
      payload: NewMember,
      success: AccountMember,
      error: NotFound,
    }).annotate(OpenTo, 'manage accounts'),
    // the account that the user signs in to
    HttpApiEndpoint.put('makeDefault', '/v1/dashboards/:id/members/:uid', {
      params,
      payload: Schema.Struct({ is_default: Schema.Literal(true) }),
      success: AccountMember,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'manage accounts'),
    HttpApiEndpoint.delete('remove', '/v1/dashboards/:id/members/:uid', {
      params,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'manage accounts'),
    // another link to choose a password, for who has chosen none yet; former links end
    HttpApiEndpoint.post('invite', '/v1/dashboards/:id/members/:uid/invitation', {
      params,
      success: AccountMember,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'manage accounts'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
