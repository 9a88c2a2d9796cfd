import { IdFromText } from '@desk/schema/ids/ids'
import { confirmed } from '@desk/schema/users/confirmation'
import { CodeItem } from '@desk/schema/lookups/lookups'
import { NewUser, User, UserChanges, UserFilters } from '@desk/schema/users/user'
import { Id } from '@desk/schema/ids/ids'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'

/** The answer to saving or deleting a user (§7.18): status 0 is success; for any other, the message says why (§8.5). */
export const UserSaveAnswer = Schema.Struct({
  status: Schema.Int,
  message: Schema.String,
  data: Schema.Struct({ uid: Schema.NullOr(Id) }),
})

const params = { id: IdFromText }

/** The users of the session's account: api:M1–M5. For permissions see §6.7–6.9 and domain.md §8. */
export class UsersApi extends HttpApiGroup.make('users')
  .add(
    HttpApiEndpoint.get('list', '/v1/users', {
      query: { ...UserFilters.fields, ...pageQuery },
      success: Schema.Array(User),
    })
      .annotate(OpenTo, 'signedIn')
      .annotate(KeyAccess, 'admin'),
    HttpApiEndpoint.post('create', '/v1/users', { payload: NewUser, success: UserSaveAnswer }).annotate(
      OpenTo,
      'manage users',
    ),
    // also the caller's own user, from the drawer and the settings (§7.20, §2.39)
    HttpApiEndpoint.put('update', '/v1/users/:id', {
      params,
      payload: UserChanges,
      success: UserSaveAnswer,
      error: [NotFound, Conflict],
    })
      .annotate(OpenTo, 'signedIn')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.delete('remove', '/v1/users/:id', { params, success: UserSaveAnswer, error: NotFound }).annotate(
      OpenTo,
      'delete users',
    ),
    // for a user who lost both phone and recovery codes
    HttpApiEndpoint.post('removeSecondFactor', '/v1/users/:id/second-factor/disable', {
      params,
      payload: Schema.Struct(confirmed),
      success: HttpApiSchema.NoContent,
      error: NotFound,
    }).annotate(OpenTo, 'remove second factors'),
    // for a user whom the provider knows by another id from now on
    HttpApiEndpoint.post('unbindSignOn', '/v1/users/:id/single-sign-on/unbind', {
      params,
      payload: Schema.Struct(confirmed),
      success: HttpApiSchema.NoContent,
      error: [NotFound, Conflict],
    })
      .annotate(OpenTo, 'manage users')
      .annotate(KeyAccess, 'sessions only'),
    // the roles that the caller may see; with a user's id, those that the dialog of this user shows (§6.7)
    HttpApiEndpoint.get('roles', '/v1/user-types', {
      query: { uid: Schema.optionalKey(IdFromText) },
      success: Schema.Struct({ data: Schema.Array(CodeItem) }),
    })
      .annotate(OpenTo, 'signedIn')
      .annotate(KeyAccess, 'admin'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
