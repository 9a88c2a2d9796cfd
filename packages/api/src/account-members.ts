import { NewMember } from '@desk/schema/accounts/account-form'
import { AccountMember } from '@desk/schema/accounts/managed-account'
import { GuestRoleId } from '@desk/schema/users/guest-roles'
import { IdFromText } from '@desk/schema/ids/ids'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, Forbidden, NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'

const params = { id: IdFromText, uid: IdFromText }

/** The users of any account, for super admins (§6.5), and their roles, for the account's admins too: an addition to the spec's calls. */
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
    // in this account alone, unless they are at home in it; admins of the account, which is the one they work in, and super admins in any
    HttpApiEndpoint.put('giveRole', '/v1/dashboards/:id/members/:uid/role', {
      params,
      payload: Schema.Struct({ role_id: GuestRoleId }),
      success: AccountMember,
      error: [NotFound, Conflict, Forbidden],
    }).annotate(OpenTo, 'manage users'),
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
