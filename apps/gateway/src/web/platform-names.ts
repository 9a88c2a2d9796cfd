import { StoredPlatform, type PlatformSettings } from '@desk/schema/platform/platform'
import { Option, Schema } from 'effect'
import type { PlatformClient } from '../platform/platform-client.ts'

/** The page waits for its configuration: after this the last known one counts. */
const ANSWER_WITHIN_MS = 500

const decode = Schema.decodeUnknownOption(StoredPlatform)

/** Reads the names and links that were stored on the platform (api:M12), as parts of the client's configuration; none while nothing is stored. */
export function platformNames(client: PlatformClient): () => Promise<object> {
  let known: object = {}
  return async () => {
    try {
      const { status, body } = await client.call({ path: '/v1/platform', timeoutMs: ANSWER_WITHIN_MS })
      const stored = status === 200 ? Option.getOrNull(decode(body)) : null
      if (stored !== null) known = stored.settings === null ? {} : configOf(stored.settings)
    } catch {
      // a platform that is away changes no names
    }
    return known
  }
}

const configOf = (settings: PlatformSettings): object => ({
  provider: {
    name: settings.provider_name.trim(),
    url: settings.provider_url,
    privacyPolicyUrl: settings.privacy_url,
  },
  links: {
    redirectGuide: settings.redirect_guide_url,
    dataCleaning: settings.cleaning_request_url,
    reference: { DESK: settings.desk_reference_url, DEFENDER: settings.defender_reference_url },
    contactSupport: { DESK: settings.desk_support_url, DEFENDER: settings.defender_support_url },
  },
})
