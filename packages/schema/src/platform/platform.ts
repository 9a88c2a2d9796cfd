import { Schema } from 'effect'
import { requiredText } from '../forms/form-fields.ts'
import { Version } from '../ids/ids.ts'

const URL_MAX_LENGTH = 500

/** Why an address cannot be linked to; null: it can. An address with a name and password in it would show them to everybody. */
export function linkFault(address: string): string | null {
  const text = address.trim()
  if (text.length > URL_MAX_LENGTH) return `Must be at most ${URL_MAX_LENGTH} characters`
  // the parser leaves out tabs and line breaks anywhere
  if (/\s/u.test(text) || !/^https:\/\//i.test(text) || !URL.canParse(text)) return 'Must be an address with https://'
  const { username, password } = new URL(text)
  return username === '' && password === '' ? null : 'Must not contain a name or password'
}

/** An https address; null: the link is not shown. */
const link = Schema.NullOr(
  Schema.String.annotate({ message: 'Must be an address with https://' }).check(
    Schema.makeFilter((text: string) => linkFault(text) ?? true),
  ),
)

/** Names and links of the installation (§1.8, §2.36, §2.38, §9.13); what differs between product areas has the area in its name. */
export const PLATFORM_FIELDS = {
  provider_name: requiredText({ label: 'Name', maxLength: 60 }),
  provider_url: link,
  privacy_url: link,
  redirect_guide_url: link,
  cleaning_request_url: link,
  desk_reference_url: link,
  defender_reference_url: link,
  desk_support_url: link,
  defender_support_url: link,
  hashing_docs_url: link,
  pacing_docs_url: link,
  complete_api_docs_url: link,
  respondent_upload_docs_url: link,
}

export const PlatformSettings = Schema.Struct(PLATFORM_FIELDS)
export type PlatformSettings = typeof PlatformSettings.Type

/** The stored settings (api:M12); settings null: nothing yet, so that the installation's file counts. */
export const StoredPlatform = Schema.Struct({ version: Version, settings: Schema.NullOr(PlatformSettings) })
export type StoredPlatform = typeof StoredPlatform.Type

/** All settings, with the version that the editor saw (api:M13); 0 when nothing was stored. */
export const PlatformChange = Schema.Struct({ ...PLATFORM_FIELDS, version: Version })
export type PlatformChange = typeof PlatformChange.Type
