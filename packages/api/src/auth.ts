import { Confirmation } from '@desk/schema/users/confirmation'
import { CurrentUser } from '@desk/schema/users/current-user'
import { FactorCode, SecondFactorChallenge } from '@desk/schema/users/second-factor'
import { Id } from '@desk/schema/ids/ids'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { COMMON_ERRORS } from './errors.ts'
import { KeyAccess } from './key-access.ts'

export const LoginBody = Schema.Struct({
  username: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(320)),
  password: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(1000)),
  /** Remember the session on this device (§1.9); an addition that older clients omit. */
  remember: Schema.optionalKey(Schema.Boolean),
})

/** The answer of a sign-in: the client stores the token and then checks the session (§4.6). */
export const LoginAnswer = Schema.Struct({ AccessToken: Schema.String, is_password_updated: Schema.Boolean })

export const UpdatePasswordBody = Schema.Struct({
  /** The present one. */
  password: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(1000))),
  /** In place of the present one: what a fresh single sign-on gave (an addition). */
  single_sign_on_token: Confirmation.fields.single_sign_on_token,
  new_password: Schema.String.check(Schema.isMaxLength(1000)),
  /** The code of a caller with a second factor (S8). */
  second_factor_code: Schema.optionalKey(FactorCode),
})

/** The answer to a correct password of a user with a second factor: no token yet, but a ticket to send back with a code. */
export const ChallengeAnswer = Schema.Struct({ second_factor: SecondFactorChallenge })

export const SecondFactorBody = Schema.Struct({
  challenge: Schema.String.check(Schema.isMaxLength(200)),
  code: FactorCode,
})

/** Sign-in without a token: api:A1, and its second step for users with a second factor. */
export class SignInApi extends HttpApiGroup.make('signIn')
  .add(
    HttpApiEndpoint.post('login', '/v1/login', {
      payload: LoginBody,
      success: Schema.Union([LoginAnswer, ChallengeAnswer]),
      error: COMMON_ERRORS,
    }).annotate(OpenTo, 'anybody'),
    HttpApiEndpoint.post('giveSecondFactor', '/v1/login/second-factor', {
      payload: SecondFactorBody,
      success: LoginAnswer,
      error: COMMON_ERRORS,
    }).annotate(OpenTo, 'anybody'),
  )
  .middleware(DecodeFaults) {}

/** The answer to the sign-out of a session that began by single sign-on: where its provider ends its own session. */
export const SignedOutAnswer = Schema.Struct({ sign_out_url: Schema.String })

/** The caller's session: api:A2, A3, A4, A9. */
export class SessionApi extends HttpApiGroup.make('session')
  .add(
    HttpApiEndpoint.post('logout', '/v1/logout', { success: [SignedOutAnswer, HttpApiSchema.NoContent] }).annotate(
      OpenTo,
      'anySession',
    ),
    HttpApiEndpoint.get('check', '/v1/user-login-details', { success: CurrentUser }).annotate(OpenTo, 'anySession'),
    HttpApiEndpoint.post('updatePassword', '/v1/update-password', {
      payload: UpdatePasswordBody,
      success: LoginAnswer,
    }).annotate(OpenTo, 'anySession'),
    HttpApiEndpoint.post('switchAccount', '/v1/switch-account', {
      payload: Schema.Struct({ pm_dsh_ud: Id }),
      success: Schema.Struct({
        Status: Schema.Int,
        AccessToken: Schema.optionalKey(Schema.String),
        message: Schema.optionalKey(Schema.String),
      }),
    })
      .annotate(OpenTo, 'evenSuspended')
      .annotate(KeyAccess, 'sessions only'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
