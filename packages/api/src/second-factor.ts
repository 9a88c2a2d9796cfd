import { Enrolment, FactorCode, RecoveryCodes, SecondFactorState } from '@desk/schema/users/second-factor'
import { confirmed } from '@desk/schema/users/confirmation'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict } from './errors.ts'
import { KeyAccess } from './key-access.ts'

/** The caller's own second factor by an authenticator app (TOTP, RFC 6238); a token alone changes nothing of it (S8). */
export class SecondFactorApi extends HttpApiGroup.make('secondFactor')
  .add(
    HttpApiEndpoint.get('read', '/v1/second-factor', { success: SecondFactorState }).annotate(OpenTo, 'anySession'),
    // creates a secret and shows it once; it takes effect when a code of it is confirmed
    HttpApiEndpoint.post('enrol', '/v1/second-factor', {
      payload: Schema.Struct(confirmed),
      success: Enrolment,
      error: Conflict,
    }).annotate(OpenTo, 'anySession'),
    HttpApiEndpoint.post('confirm', '/v1/second-factor/confirm', {
      payload: Schema.Struct({ code: FactorCode }),
      success: RecoveryCodes,
      error: Conflict,
    }).annotate(OpenTo, 'anySession'),
    HttpApiEndpoint.post('newRecoveryCodes', '/v1/second-factor/recovery-codes', {
      payload: Schema.Struct(confirmed),
      success: RecoveryCodes,
      error: Conflict,
    })
      .annotate(OpenTo, 'signedIn')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.post('disable', '/v1/second-factor/disable', {
      payload: Schema.Struct(confirmed),
      success: HttpApiSchema.NoContent,
      error: Conflict,
    })
      .annotate(OpenTo, 'signedIn')
      .annotate(KeyAccess, 'sessions only'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
