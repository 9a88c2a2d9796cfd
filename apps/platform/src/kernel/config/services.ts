import type { Values } from '@desk/schema/config/environment'
import type { ModelService, ReportService, S3Settings } from './platform-config.ts'
import type { PLATFORM_SETTINGS } from './settings.ts'

/** The settings as they were read. */
export type PlatformValues = Values<typeof PLATFORM_SETTINGS>

/** Scheduled backups. */
export interface BackupSettings {
  readonly folder: string
  readonly everyHours: number
  /** How many stay. */
  readonly kept: number
  readonly passphrase: string
}

/** An address without the slashes at its end. */
export const bare = (url: string): string => url.replace(/(?<!\/)\/+$/, '')

/** Null: none are scheduled. */
export function backupsOf(values: PlatformValues): BackupSettings | null {
  const { BACKUP_DIR: folder, BACKUP_PASSPHRASE: passphrase } = values
  if (folder === undefined || passphrase === undefined) return null
  return { folder, passphrase, everyHours: values.BACKUP_EVERY_HOURS, kept: values.BACKUP_KEEP }
}

/** Null: not all of its settings are there. */
export function reportServiceOf(values: PlatformValues): ReportService | null {
  const { PBI_TENANT_ID: tenantId, PBI_CLIENT_ID: clientId, PBI_CLIENT_SECRET: clientSecret } = values
  if (tenantId === undefined || clientId === undefined || clientSecret === undefined) return null
  return { tenantId, clientId, clientSecret, loginUrl: bare(values.PBI_LOGIN_URL), apiUrl: bare(values.PBI_API_URL) }
}

/** Null: no model answers. */
export function modelServiceOf(values: PlatformValues): ModelService | null {
  const { LLM_BASE_URL: url, LLM_MODEL: model, LLM_API_KEY: key } = values
  if (url === undefined || model === undefined) return null
  return {
    baseUrl: bare(url),
    model,
    apiKey: key ?? null,
    timeoutMs: values.LLM_TIMEOUT_MS,
    tokensAMonth: values.LLM_TOKENS_A_MONTH,
    questionsAMinute: values.LLM_QUESTIONS_A_MINUTE,
  }
}

/** Null: not all of its settings are there. */
export function s3Of(values: PlatformValues): S3Settings | null {
  const {
    DOCUMENTS_S3_URL: url,
    DOCUMENTS_S3_BUCKET: bucket,
    DOCUMENTS_S3_KEY: key,
    DOCUMENTS_S3_SECRET: secret,
  } = values
  if (url === undefined || bucket === undefined || key === undefined || secret === undefined) return null
  return { url, bucket, key, secret, region: values.DOCUMENTS_S3_REGION }
}
