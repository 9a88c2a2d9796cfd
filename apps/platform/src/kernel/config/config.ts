import { join } from 'node:path'
import { isLoopback, partsOf } from '@desk/schema/addresses/trusted-proxies'
import { readEnvironment, type EnvironmentProblem, type EnvironmentResult } from '@desk/schema/config/environment'
import { telemetrySettings, type TelemetrySettings } from '@desk/schema/telemetry/telemetry-settings'
import type { PasswordPolicy } from '@desk/schema/users/password-rules'
import type { LinkLimits } from './defaults.ts'
import type { DocumentSettings, ModelService, ReportService, S3Settings } from './platform-config.ts'
import {
  backupsOf,
  bare,
  modelServiceOf,
  reportServiceOf,
  s3Of,
  type BackupSettings,
  type PlatformValues,
} from './services.ts'
import { PLATFORM_SETTINGS } from './settings.ts'

/** The platform's configuration; each field comes from one environment variable. */
export interface Config {
  readonly port: number
  readonly platformPort: number
  readonly platformHost: string
  /** Gateways of other machines, by address or network. */
  readonly gateways: readonly string[]
  /** The networks of the balancers in front of the gateways, for the doctor. */
  readonly trustedProxies: readonly string[]
  readonly trustForwardedFor: boolean
  readonly metricsPort: number | undefined
  /** Undefined: traces and metrics are sent nowhere. */
  readonly telemetry: TelemetrySettings | undefined
  readonly publicUrl: string
  readonly hstsIncludeSubDomains: boolean
  readonly environment: 'production' | 'staging' | 'qa' | 'dev' | 'local'
  readonly logLevel: string
  readonly drainNoticeMs: number
  readonly dataDir: string
  /** Undefined: the embedded server. */
  readonly databaseUrl: string | undefined
  readonly databaseReplicaUrl: string | undefined
  readonly databaseConnections: number
  /** How long a start waits for the server at `databaseUrl`. */
  readonly databaseWaitMs: number
  readonly diskReserveMegabytes: number
  readonly redisUrl: string | undefined
  /** Make the demo accounts and data on an empty database. */
  readonly demo: boolean
  /** Simulated respondents per minute; undefined: 60 when the demo data was made, else none. */
  readonly simulatePerMinute: number | undefined
  /** Serve the practice survey. */
  readonly practiceSurvey: boolean
  readonly passwordPolicy: PasswordPolicy
  /** Undefined: mails are written into `dataDir`/mail. */
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** Undefined: the one in DATA_DIR/secret-key, see `secretKey`. */
  readonly secretKey: string | undefined
  /** Opens, and seals nothing. */
  readonly previousSecretKey: string | undefined
  /** Undefined: the one in DATA_DIR/feed-token, see `feedToken`. */
  readonly feedToken: string | undefined
  readonly countryHeader: string | undefined
  readonly datacentreHeader: string | undefined
  /** How long journals without new entries are stored. */
  readonly journalDays: number
  /** The limits of the respondents' links for one address. */
  readonly linkLimits: LinkLimits
  /** The calls that an API key may send a minute. */
  readonly keyCallsAMinute: number
  /** The longest time that a respondent in progress keeps a place in a sub-quota. */
  readonly placeKeptMinutes: number
  /** Networks of our own that webhooks may reach. */
  readonly egressNetworks: readonly string[]
  /** The file of the erasure log. */
  readonly erasureLog: string
  /** Null: the files of documents lie in `dataDir`/documents. */
  readonly documentsS3: S3Settings | null
  /** Null: no reports are embedded. */
  readonly reportService: ReportService | null
  /** Null: the assistant's grammar answers. */
  readonly modelService: ModelService | null
  /** The folder of the embedded database's archived log and of copies of its files; undefined: none. */
  readonly walArchiveDir: string | undefined
  readonly backupEveryHours: number
  readonly backupsKept: number
  /** Null: none are scheduled. */
  readonly backups: BackupSettings | null
  /** For the commands: undefined, no backup can be made or restored. */
  readonly backupPassphrase: string | undefined
  readonly abandonSweepMs: number
  readonly autoPauseSweepMs: number
}

/** The first setting that does not go with the others; null: all do. */
function faultOf(values: PlatformValues): EnvironmentProblem | null {
  const { PBI_TENANT_ID: tenant, PBI_CLIENT_ID: client, PBI_CLIENT_SECRET: secret } = values
  const rules: readonly (readonly [isWrong: boolean, name: keyof PlatformValues, message: string])[] = [
    [
      values.DOCUMENTS_S3_URL !== undefined && s3Of(values) === null,
      'DOCUMENTS_S3_URL',
      'DOCUMENTS_S3_URL needs DOCUMENTS_S3_BUCKET, DOCUMENTS_S3_KEY and DOCUMENTS_S3_SECRET as well.',
    ],
    [
      (values.LLM_BASE_URL === undefined) !== (values.LLM_MODEL === undefined),
      'LLM_BASE_URL',
      'LLM_BASE_URL and LLM_MODEL are needed together.',
    ],
    [
      values.BACKUP_DIR !== undefined && values.BACKUP_PASSPHRASE === undefined,
      'BACKUP_DIR',
      'BACKUP_DIR needs BACKUP_PASSPHRASE, which encrypts the secrets of the backups.',
    ],
    [
      !isLoopback(values.PLATFORM_HOST) && values.PLATFORM_GATEWAYS === '',
      'PLATFORM_HOST',
      'PLATFORM_HOST needs PLATFORM_GATEWAYS: without it every visitor has the address of a gateway.',
    ],
    [
      values.WAL_ARCHIVE_DIR !== undefined && values.DATABASE_URL !== undefined,
      'WAL_ARCHIVE_DIR',
      'WAL_ARCHIVE_DIR is for the embedded database: a server at DATABASE_URL archives its log by itself.',
    ],
    [
      (tenant ?? client ?? secret) !== undefined && reportServiceOf(values) === null,
      'PBI_TENANT_ID',
      'PBI_TENANT_ID, PBI_CLIENT_ID and PBI_CLIENT_SECRET are needed together.',
    ],
  ]
  const broken = rules.find(([isWrong]) => isWrong)
  if (broken === undefined) return null
  const [, name, message] = broken
  return { name, value: String(values[name] ?? ''), message }
}

/** Reads the platform's settings from the environment, or reports every fault in it. Has no side effects. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): EnvironmentResult<Config> {
  const read = readEnvironment(PLATFORM_SETTINGS, env)
  if ('problems' in read) return read
  const values = read.config
  const fault = faultOf(values)
  if (fault !== null) return { problems: [fault] }
  return {
    config: {
      port: values.PORT,
      platformPort: values.PLATFORM_PORT,
      platformHost: values.PLATFORM_HOST,
      gateways: partsOf(values.PLATFORM_GATEWAYS),
      trustedProxies: partsOf(values.TRUSTED_PROXIES),
      trustForwardedFor: values.TRUST_FORWARDED_FOR,
      metricsPort: values.PLATFORM_METRICS_PORT,
      telemetry: telemetrySettings(values),
      publicUrl: bare(values.PUBLIC_URL ?? `http://127.0.0.1:${values.PORT}`),
      hstsIncludeSubDomains: values.HSTS_INCLUDE_SUBDOMAINS,
      environment: values.ENVIRONMENT,
      logLevel: values.LOG_LEVEL,
      drainNoticeMs: values.DRAIN_NOTICE_MS,
      dataDir: values.DATA_DIR,
      databaseUrl: values.DATABASE_URL,
      databaseReplicaUrl: values.DATABASE_REPLICA_URL,
      databaseConnections: values.DATABASE_CONNECTIONS,
      databaseWaitMs: values.DATABASE_WAIT_S * 1_000,
      diskReserveMegabytes: values.DISK_RESERVE_MB,
      redisUrl: values.REDIS_URL,
      demo: values.DEMO,
      simulatePerMinute: values.SIMULATE,
      practiceSurvey: values.DEMO || values.PRACTICE_SURVEY,
      passwordPolicy: values.PASSWORD_POLICY,
      smtpUrl: values.SMTP_URL,
      mailFrom: values.MAIL_FROM,
      secretKey: values.SECRET_KEY,
      previousSecretKey: values.SECRET_KEY_PREVIOUS,
      feedToken: values.FEED_TOKEN,
      countryHeader: values.COUNTRY_HEADER,
      datacentreHeader: values.DATACENTRE_HEADER,
      journalDays: values.JOURNAL_DAYS,
      linkLimits: { entriesAMinute: values.ENTRIES_A_MINUTE, returnsAMinute: values.RETURNS_A_MINUTE },
      keyCallsAMinute: values.API_KEY_CALLS_A_MINUTE,
      placeKeptMinutes: values.PLACE_KEPT_MINUTES,
      egressNetworks: partsOf(values.EGRESS_NETWORKS),
      documentsS3: s3Of(values),
      erasureLog: values.ERASURE_LOG ?? join(values.DATA_DIR, 'erasures.log'),
      reportService: reportServiceOf(values),
      modelService: modelServiceOf(values),
      walArchiveDir: values.WAL_ARCHIVE_DIR,
      backupEveryHours: values.BACKUP_EVERY_HOURS,
      backupsKept: values.BACKUP_KEEP,
      backups: backupsOf(values),
      backupPassphrase: values.BACKUP_PASSPHRASE,
      abandonSweepMs: values.ABANDON_SWEEP_MS,
      autoPauseSweepMs: values.AUTO_PAUSE_SWEEP_MS,
    },
  }
}

/** Where the files of documents lie: in DATA_DIR, or in the S3 store. */
export const documentSettings = ({
  dataDir,
  documentsS3,
}: Pick<Config, 'dataDir' | 'documentsS3'>): DocumentSettings => ({
  folder: join(dataDir, 'documents'),
  s3: documentsS3,
})
