import type { FormValues } from '@desk/machines/form/form.setup'
import { StoredPlatform, type PlatformSettings } from '@desk/schema/platform/platform'
import { Schema } from 'effect'
import type { ClientConfig } from '#runtime/config.ts'
import type { FieldPlan } from '#kit/forms/field-kinds.ts'
import type { HistoryFields } from '#kit/history/history-words.ts'

const LABELS: Readonly<Record<keyof PlatformSettings, string>> = {
  provider_name: 'Name',
  provider_url: 'Site',
  privacy_url: 'Privacy Policy',
  redirect_guide_url: 'Redirect Guide',
  cleaning_request_url: 'Data Cleaning request',
  desk_reference_url: 'Reference, Desk',
  defender_reference_url: 'Reference, Defender',
  desk_support_url: 'Contact Support, Desk',
  defender_support_url: 'Contact Support, Defender',
  hashing_docs_url: 'Redirect hashing',
  pacing_docs_url: 'Traffic pacing',
  complete_api_docs_url: 'Complete API',
  respondent_upload_docs_url: 'Respondent upload',
}

const NAMES = Object.keys(LABELS) as (keyof PlatformSettings)[] // its own keys

/** The fields in the order of the page. */
export const PLATFORM_PLAN: readonly FieldPlan<PlatformSettings>[] = NAMES.map(name => ({
  name,
  label: LABELS[name],
  kind: 'text',
  isRequired: name === 'provider_name',
}))

/** A link that is empty is sent as none. */
export const withoutEmptyLinks = (wire: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(wire).map(([name, value]) => [
      name,
      name !== 'provider_name' && typeof value === 'string' && value.trim() === '' ? null : value,
    ]),
  )

/** The history's names of the fields. */
export const PLATFORM_HISTORY: HistoryFields = Object.fromEntries(
  Object.entries(LABELS).map(([name, label]) => [name, { label }]),
)

/** The settings of the installation's file, by the names of the form: shown until something is stored. */
export const settingsOfConfig = ({ provider, links }: ClientConfig): PlatformSettings => ({
  provider_name: provider.name,
  provider_url: provider.url,
  privacy_url: provider.privacyPolicyUrl,
  redirect_guide_url: links.redirectGuide,
  cleaning_request_url: links.dataCleaning,
  desk_reference_url: links.reference.DESK,
  defender_reference_url: links.reference.DEFENDER,
  desk_support_url: links.contactSupport.DESK,
  defender_support_url: links.contactSupport.DEFENDER,
  hashing_docs_url: links.docs.hashing,
  pacing_docs_url: links.docs.pacing,
  complete_api_docs_url: links.docs.completeApi,
  respondent_upload_docs_url: links.docs.respondentUpload,
})

const isStored = Schema.is(StoredPlatform)

/** Converts what a conflict or an answer holds for the form. */
export function readPlatform(current: unknown): { readonly stored: object; readonly version: number } | null {
  return isStored(current) ? { stored: current.settings ?? {}, version: current.version } : null
}
