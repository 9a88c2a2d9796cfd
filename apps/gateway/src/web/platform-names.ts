import { StoredPlatform, type PlatformSettings } from '@desk/schema/platform/platform'
import { Option, Schema } from 'effect'
import type { PlatformClient } from '../platform/platform-client.ts'

/** The page waits for its configuration: after this the last known one counts. */
const ANSWER_WITHIN_MS = 500

const decode = Schema.decodeUnknownOption(StoredPlatform)

/**
 * Reads the names and links that were stored on the platform (api:M12), as parts of the client's configuration; none while
 * nothing is stored. Pages that ask at the same time share one answer, so that they cannot flood the platform.
 */
export function platformNames(client: Pick<PlatformClient, 'call'>): () => Promise<object> {
  let known: object = {}
  let asking: Promise<object> | null = null
  const ask = async (): Promise<object> => {
    try {
      const { status, body } = await client.call({ path: '/v1/platform', timeoutMs: ANSWER_WITHIN_MS })
      const stored = status === 200 ? Option.getOrNull(decode(body)) : null
      if (stored !== null) known = stored.settings === null ? {} : configOf(stored.settings)
    } catch {
      // a platform that is away changes no names
    }
    asking = null
    return known
  }
  return () => (asking ??= ask())
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
    docs: {
      hashing: settings.hashing_docs_url,
      pacing: settings.pacing_docs_url,
      completeApi: settings.complete_api_docs_url,
      respondentUpload: settings.respondent_upload_docs_url,
    },
  },
})
