import type { PasswordPolicy } from '@desk/schema/users/password-rules'
import { Context } from 'effect'
import type { MailSettings } from '../mail/mail.ts'
import type { LinkLimits } from './defaults.ts'
import type { SecretKey } from './secret-file.ts'

/** An S3-compatible store. */
export interface S3Settings {
  /** Its address, without the bucket. */
  readonly url: string
  readonly bucket: string
  readonly key: string
  readonly secret: string
  readonly region: string
}

/** The service whose reports are embedded, and the application that asks it for tokens. */
export interface ReportService {
  readonly tenantId: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where the application signs in. */
  readonly loginUrl: string
  readonly apiUrl: string
  /** The longest time of one of its answers; unset: 5 seconds. */
  readonly timeoutMs?: number | undefined
}

/** An OpenAI-compatible service whose model answers in the assistant. */
export interface ModelService {
  /** Without a slash at its end; `/chat/completions` follows. */
  readonly baseUrl: string
  readonly model: string
  /** Null: it wants none. */
  readonly apiKey: string | null
  readonly timeoutMs: number
  /** The limits of an account that has none of its own. */
  readonly tokensAMonth: number
  readonly questionsAMinute: number
}

/** Where the files of documents lie. */
export interface DocumentSettings {
  /** A folder on this machine, where uploads arrive in any case. */
  readonly folder: string
  /** Null: they stay in the folder. */
  readonly s3: S3Settings | null
}

/** The part of the configuration that the platform's services need. */
export interface PlatformSettings {
  /** The one internal account of §6.4. */
  readonly internalAccountId: number
  /** Gateways of other machines, by address or network, that say where a request came from; unset: those of this machine alone. */
  readonly gateways?: readonly string[] | undefined
  /** The gateway's service token. */
  readonly feedToken: string
  /** The desk's address as the world sees it, for the links in mails. */
  readonly publicUrl: string
  /** Strict-Transport-Security includes subdomains; unset: no. */
  readonly hstsIncludeSubDomains?: boolean | undefined
  readonly passwordPolicy: PasswordPolicy
  readonly mail: MailSettings
  readonly documents: DocumentSettings
  /** The file of the erasure log. */
  readonly erasureLog: string
  /** The key that encrypts secrets at rest. */
  readonly secretKey: SecretKey
  /** The days for which journals without new entries are stored; unset: 30. */
  readonly journalDays?: number | undefined
  /** The practice survey is served (DEMO or PRACTICE_SURVEY). */
  readonly practiceSurvey?: boolean | undefined
  /** Header in which a CDN in front names the visitor's country, such as cf-ipcountry; unset: entrants' countries are not checked. */
  readonly countryHeader?: string | undefined
  /** Header in which a proxy in front marks addresses of datacentres; unset: not checked. */
  readonly datacentreHeader?: string | undefined
  /** The limits of the respondents' links for one address; unset: LINK_LIMITS. */
  readonly linkLimits?: LinkLimits | undefined
  /** The calls that an API key may send in a minute to one process; unset: KEY_CALLS_A_MINUTE. */
  readonly keyCallsAMinute?: number | undefined
  /** The longest time, in minutes, that a respondent in progress keeps a place in a sub-quota; unset: 120. */
  readonly placeKeptMinutes?: number | undefined
  /** Networks of our own that webhooks may reach, by http as well; unset: none. */
  readonly egressNetworks?: readonly string[] | undefined
  /** Unset: no reports are embedded. */
  readonly reportService?: ReportService | null | undefined
  /** Unset: the assistant's grammar answers. */
  readonly modelService?: ModelService | null | undefined
  /** Which of the environments of §7.1 this is; unset: local. */
  readonly environment?: 'production' | 'staging' | 'qa' | 'dev' | 'local' | undefined
}

export class PlatformConfig extends Context.Service<PlatformConfig, PlatformSettings>()(
  '@desk/platform/PlatformConfig',
) {}
