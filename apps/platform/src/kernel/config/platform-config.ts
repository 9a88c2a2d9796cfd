import type { PasswordPolicy } from '@desk/schema/users/password-rules'
import { Context } from 'effect'
import type { MailSettings } from '../mail/mail.ts'
import type { LinkLimits } from './defaults.ts'

/** What the platform's services need to know of the configuration. */
export interface PlatformSettings {
  /** The one internal account of §6.4. */
  readonly internalAccountId: number
  /** The gateway's service token. */
  readonly feedToken: string
  /** The desk's address as the world sees it, for the links in mails. */
  readonly publicUrl: string
  /** Strict-Transport-Security speaks for the names below the desk's own as well; unset: no. */
  readonly hstsIncludeSubDomains?: boolean | undefined
  readonly passwordPolicy: PasswordPolicy
  readonly mail: MailSettings
  /** What secrets at rest are encrypted under. */
  readonly secretKey: string
  /** Journals to which nothing is added are kept for so many days; unset: 30. */
  readonly journalDays?: number | undefined
  /** The practice survey is served (DEMO or PRACTICE_SURVEY). */
  readonly practiceSurvey?: boolean | undefined
  /** Header in which a CDN in front names the visitor's country, such as cf-ipcountry; unset: entrants' countries are not checked. */
  readonly countryHeader?: string | undefined
  /** Header in which something in front says that an address is a datacentre's; unset: not checked. */
  readonly datacentreHeader?: string | undefined
  /** How much of one address the respondents' links take; unset: LINK_LIMITS. */
  readonly linkLimits?: LinkLimits | undefined
  /** How long a place in a sub-quota is kept for whoever is in progress, at most; unset: 120. */
  readonly placeKeptMinutes?: number | undefined
}

export class PlatformConfig extends Context.Service<PlatformConfig, PlatformSettings>()(
  '@desk/platform/PlatformConfig',
) {}
