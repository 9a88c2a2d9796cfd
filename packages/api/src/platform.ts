import { PlatformChange, StoredPlatform } from '@desk/schema/platform/platform'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict } from './errors.ts'

/** The names and links of the installation, which the sign-in page shows too (api:M12). */
export class PlatformApi extends HttpApiGroup.make('platform')
  .add(HttpApiEndpoint.get('read', '/v1/platform', { success: StoredPlatform }).annotate(OpenTo, 'anybody'))
  .middleware(DecodeFaults) {}

/** Their change, for super admins (api:M13). */
export class PlatformSettingsApi extends HttpApiGroup.make('platformSettings')
  .add(
    HttpApiEndpoint.post('change', '/v1/platform', {
      payload: PlatformChange,
      success: StoredPlatform,
      error: Conflict,
    }).annotate(OpenTo, 'edit the platform'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
