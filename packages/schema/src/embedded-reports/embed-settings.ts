import { Schema } from 'effect'
import { optional } from '../forms/form-fields.ts'
import { Version } from '../ids/ids.ts'
import { EmbeddedReportName } from './embedded-report.ts'

const GUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
/** The id that the reporting service gives a report or a workspace; null: none. */
export const serviceId = (label: string) => {
  const message = `${label} must be an id like 1a2b3c4d-0000-1111-2222-333344445555`
  return optional(
    Schema.String.check(Schema.makeFilter((text: string) => text.trim() === '' || GUID.test(text.trim()), { message })),
    message,
  )
}
const NAME_MAX_LENGTH = 100
const nameInData = (label: string) =>
  optional(
    Schema.String.check(
      Schema.makeFilter((text: string) => text.trim().length <= NAME_MAX_LENGTH && !/\p{Cc}/u.test(text), {
        message: `${label} must be at most ${NAME_MAX_LENGTH} characters`,
      }),
    ),
    `${label} must be text`,
  )

/** The defaults: the role of the row-level security, and the table with the filter fields. */
export const DEFAULT_EMBED_ROLE = 'Account'
export const DEFAULT_FILTER_TABLE = 'Filters'

/** The embedded reports of an installation (§9.13), as super admins set them. */
export const EMBED_FIELDS = {
  workspace_id: serviceId('Workspace'),
  role_name: nameInData('Role'),
  filter_table: nameInData('Filter table'),
  defender_breakdown: serviceId('Defender breakdown'),
  respondent_data_export: serviceId('Respondent data export'),
  defender_data: serviceId('Defender data'),
  account_activity: serviceId('Account activity'),
  export_data: serviceId('Export data'),
}
export const EmbedSettings = Schema.Struct(EMBED_FIELDS)
export type EmbedSettings = typeof EmbedSettings.Type

/**
 * The stored settings, and whether the installation's environment names a reporting service; no one can read its
 * secret.
 */
export const StoredEmbedSettings = Schema.Struct({
  version: Version,
  settings: EmbedSettings,
  is_connected: Schema.Boolean,
})
export type StoredEmbedSettings = typeof StoredEmbedSettings.Type

/** All settings, with the version that the editor saw; 0 when nothing was stored. */
export const EmbedSettingsChange = Schema.Struct({ ...EMBED_FIELDS, version: Version })

/** The reporting service's verdict on each report that has an id: a fault in a sentence, or null. */
export const EmbedCheck = Schema.Array(
  Schema.Struct({ report: EmbeddedReportName, fault: Schema.NullOr(Schema.String) }),
)
export type EmbedCheck = typeof EmbedCheck.Type
