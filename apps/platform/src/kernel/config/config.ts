import { Schema } from 'effect'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { isLoopback, partsOf } from '@desk/schema/addresses/trusted-proxies'
import {
  address,
  bareAddress,
  declare,
  flag,
  milliseconds,
  networkList,
  optional,
  path,
  port,
  readEnvironment,
  SHARED_SETTINGS,
  setting,
  wholeNumber,
  type EnvironmentResult,
  type Setting,
} from '@desk/schema/config/environment'
import { telemetrySettings, type TelemetrySettings } from '@desk/schema/telemetry/telemetry-settings'
import type { PasswordPolicy } from '@desk/schema/users/password-rules'
import { isNetwork } from '../egress/address-guard.ts'
import {
  JOURNAL_DAYS_DEFAULT,
  KEY_CALLS_A_MINUTE,
  LLM_QUESTIONS_A_MINUTE,
  LLM_TIMEOUT_MS,
  LLM_TOKENS_A_MONTH,
  PLACE_KEPT_MINUTES,
  type LinkLimits,
  LINK_LIMITS,
} from './defaults.ts'
import type { ModelService, ReportService, S3Settings } from './platform-config.ts'
import { readOrMakeSecret, type SecretKey } from './secret-file.ts'

const MOST_JOURNAL_DAYS = 3_650
const MOST_DATABASE_CONNECTIONS = 180 // of the embedded server's 200

/** The platform's settings. */
export const PLATFORM_SETTINGS = {
  ...SHARED_SETTINGS,
  DATABASE_URL: declare(
    optional(address(['postgres:', 'postgresql:'], 'postgres://user:password@127.0.0.1:5432/desk', true)),
    'any PostgreSQL from 15 on',
    'the embedded one, in `DATA_DIR`',
  ),
  DATABASE_WAIT_S: declare(
    wholeNumber(120, 0, 86_400),
    'how many seconds a start waits for the server at `DATABASE_URL`, with a line in the log every 15 s',
  ),
  PLATFORM_HOST: declare(
    setting(
      Schema.String.check(Schema.isPattern(/^[\w.:-]+$/)),
      '127.0.0.1',
      'an address of this machine like 127.0.0.1',
    ),
    'where the platform listens; another address than this machine’s own needs `PLATFORM_GATEWAYS`',
  ),
  PLATFORM_GATEWAYS: declare(
    networkList('10.0.1.3,10.0.2.0/24'),
    'the gateways of other machines, whose X-Forwarded-For the platform believes',
    'the gateways of this machine alone',
  ),
  DATABASE_REPLICA_URL: declare(
    optional(address(['postgres:', 'postgresql:'], 'postgres://user:password@127.0.0.1:5433/desk', true)),
    'a standby of the same database: serves reports, exports and lists of Defender while it is at most 10 s behind',
  ),
  DISK_RESERVE_MB: declare(
    wholeNumber(200, 0),
    'with less free where the embedded database lies, nothing more is written (503) and reading goes on; 0: not looked at',
  ),
  DATABASE_CONNECTIONS: declare(
    wholeNumber(20, 2, MOST_DATABASE_CONNECTIONS),
    'connections to the database of one platform',
  ),
  DEMO: declare(flag(true), 'demo accounts and data on an empty database'),
  SIMULATE: declare(optional(wholeNumber(0, 0)), 'simulated respondents per minute', '60 with demo data, else none'),
  PRACTICE_SURVEY: declare(
    flag(false),
    'serves a survey to practise with: a page with a button for each outcome, which the survey editor offers as survey URL; on with `DEMO`',
  ),
  SMTP_URL: declare(
    optional(address(['smtp:', 'smtps:'], 'smtp://user:password@mail.example.com:587', true)),
    'where mails are sent',
    'they are files in `DATA_DIR/mail`',
  ),
  MAIL_FROM: declare(
    setting(
      Schema.String.check(Schema.isPattern(/^[^\r\n]{3,200}$/)),
      'Sample Desk <desk@localhost>',
      'a sender like Sample Desk <desk@example.com>',
    ),
    'whom mails are from',
  ),
  SECRET_KEY: declare(
    optional(
      setting(
        Schema.String.check(Schema.isPattern(/^[\x21-\x7e]{32,}$/)),
        '',
        'a key of at least 32 printable characters without spaces',
        true,
      ),
    ),
    'seals second factors at rest, and masks what journals hold of people',
    'made at first start, in `DATA_DIR/secret-key`',
  ),
  SECRET_KEY_PREVIOUS: declare(
    optional(
      setting(
        Schema.String.check(Schema.isPattern(/^[\x21-\x7e]{32,}$/)),
        '',
        'a key of at least 32 printable characters without spaces',
        true,
      ),
    ),
    'opens what another key sealed, and seals nothing: the former key during a rotation, and the next one before it (docs/operate/keys.md)',
    'none',
  ),
  COUNTRY_HEADER: declare(
    optional(headerName('cf-ipcountry')),
    'header in which a CDN in front names the visitor’s country',
    'entrants’ countries are not checked',
  ),
  DATACENTRE_HEADER: declare(
    optional(headerName('x-datacentre')),
    'header in which something in front says that an address is a datacentre’s',
    'not checked',
  ),
  PLATFORM_METRICS_PORT: declare(
    optional(port(0)),
    'serves Prometheus’ `/metrics` of the platform on a port of its own',
    'not served',
  ),
  JOURNAL_DAYS: declare(
    wholeNumber(JOURNAL_DAYS_DEFAULT, 1, MOST_JOURNAL_DAYS),
    'how many days a journal stays after its last entry, and a conversation with the assistant after its last question',
  ),
  ENTRIES_A_MINUTE: declare(
    wholeNumber(LINK_LIMITS.entriesAMinute, 1),
    'entrants of one source that an address (IPv6: a /64) may send a minute, before 429; this machine’s own are not counted',
  ),
  RETURNS_A_MINUTE: declare(
    wholeNumber(LINK_LIMITS.returnsAMinute, 1),
    'returns of one account that an address (IPv6: a /64) may send a minute, before 429',
  ),
  API_KEY_CALLS_A_MINUTE: declare(
    wholeNumber(KEY_CALLS_A_MINUTE, 1),
    'calls that an API key may send a minute, before 429',
  ),
  PLACE_KEPT_MINUTES: declare(
    wholeNumber(PLACE_KEPT_MINUTES, 1),
    'how long a respondent in progress holds a place in a sub-quota, when 1.8 × the stated LOI is longer',
  ),
  EGRESS_NETWORKS: declare(
    networks('10.1.0.0/16,127.0.0.0/8'),
    'networks of your own that webhooks and single sign-on may reach, by http too; elsewhere they go by https alone, and to no inner address',
    'none',
  ),
  DOCUMENTS_S3_URL: declare(
    optional(address(['http:', 'https:'], 'https://s3.eu-central-1.amazonaws.com')),
    'an S3-compatible store for the files of documents; with it the next four are needed, too',
    'they are files in `DATA_DIR/documents`',
  ),
  DOCUMENTS_S3_BUCKET: declare(optional(printable('a bucket’s name')), 'its bucket, which exists', 'none'),
  DOCUMENTS_S3_KEY: declare(optional(printable('an access key’s id')), 'the id of an access key to it', 'none'),
  DOCUMENTS_S3_SECRET: declare(optional(printable('an access key’s secret', true)), 'the secret of that key', 'none'),
  DOCUMENTS_S3_REGION: declare(printable('a region like eu-central-1', false, 'us-east-1'), 'its region'),
  PBI_CLIENT_ID: declare(
    optional(printable('an application’s id')),
    'the application that asks for embed tokens, by client credentials',
    'none',
  ),
  PBI_CLIENT_SECRET: declare(
    optional(printable('an application’s secret', true)),
    'its secret, which never leaves the platform',
    'none',
  ),
  PBI_LOGIN_URL: declare(
    {
      ...address(['http:', 'https:'], 'https://login.microsoftonline.com'),
      fallback: 'https://login.microsoftonline.com',
    },
    'where the application signs in; another one in the clouds of single countries',
  ),
  PBI_API_URL: declare(
    { ...address(['http:', 'https:'], 'https://api.powerbi.com'), fallback: 'https://api.powerbi.com' },
    'where the service’s API answers',
  ),
  LLM_BASE_URL: declare(
    optional(bareAddress('https://models.example.com/v1')),
    'an OpenAI-compatible service, also one of your own network, whose model answers in the assistant; with it `LLM_MODEL` is needed, too',
    'the assistant’s grammar answers, and nothing leaves the desk',
  ),
  LLM_MODEL: declare(optional(printable('a model’s name')), 'the model of that service', 'none'),
  LLM_API_KEY: declare(
    optional(printable('a service’s key', true)),
    'its key, which never leaves the platform',
    'none',
  ),
  LLM_TIMEOUT_MS: declare(
    milliseconds(LLM_TIMEOUT_MS),
    'the longest time of an answer by the model; then the grammar answers',
  ),
  LLM_TOKENS_A_MONTH: declare(
    wholeNumber(LLM_TOKENS_A_MONTH, 0),
    'tokens that an account may use of the model in a month, unless a super admin gives it a number of its own; then the grammar answers',
  ),
  LLM_QUESTIONS_A_MINUTE: declare(
    wholeNumber(LLM_QUESTIONS_A_MINUTE, 0),
    'questions of an account that the model may be asked in a minute, unless a super admin gives it a number of its own',
  ),
  ERASURE_LOG: declare(
    optional(path('')),
    'the file of the erasure log: after a restore, people who were erased since the backup are erased again by it; on another disk, beside the backups',
    '`erasures.log` in `DATA_DIR`',
  ),
  BACKUP_DIR: declare(
    optional(path('')),
    'the folder of scheduled backups, and of one before each upgrade of the database; on another disk. It needs `BACKUP_PASSPHRASE`',
    'none are made',
  ),
  BACKUP_EVERY_HOURS: declare(wholeNumber(24, 1), 'the hours between two scheduled backups'),
  BACKUP_KEEP: declare(wholeNumber(7, 1), 'how many backups stay in `BACKUP_DIR`'),
  WAL_ARCHIVE_DIR: declare(
    optional(path('')),
    'archives the log of the embedded database, with a copy of its files every `BACKUP_EVERY_HOURS`, so that it can be brought to any moment; on another disk',
    'it can be brought to the moments of backups alone',
  ),
  BACKUP_PASSPHRASE: declare(
    optional(
      setting(Schema.String.check(Schema.isPattern(/^.{12,1000}$/)), '', 'a passphrase of 12 characters or more', true),
    ),
    'encrypts the secrets within backups; needed to restore one',
    'no backup can be made',
  ),
  ABANDON_SWEEP_MS: declare(milliseconds(15_000), 'how often respondents are looked for who did not come back in time'),
  AUTO_PAUSE_SWEEP_MS: declare(milliseconds(30_000), 'how often sources are looked for that are to be paused'),
} as const

function printable(example: string, isSecret = false, byDefault = ''): Setting<string> {
  return setting(Schema.String.check(Schema.isPattern(/^[\x21-\x7e]{1,200}$/)), byDefault, example, isSecret)
}

function networks(example: string): Setting<string> {
  const isList = Schema.makeFilter((text: string) => partsOf(text).every(isNetwork))
  return setting(Schema.String.check(isList), '', `networks like ${example}`)
}

function headerName(example: string): Setting<string> {
  return setting(
    Schema.String.check(Schema.isPattern(/^[a-z0-9-]{1,60}$/)),
    '',
    `a header's name in lower case like ${example}`,
  )
}

/** Scheduled backups. */
export interface BackupSettings {
  readonly folder: string
  readonly everyHours: number
  /** How many stay. */
  readonly kept: number
  readonly passphrase: string
}

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

const SECRET_BYTES = 32

/** Reads the platform's settings from the environment, or reports every fault in it. Has no side effects. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): EnvironmentResult<Config> {
  const read = readEnvironment(PLATFORM_SETTINGS, env)
  if ('problems' in read) return read
  const values = read.config
  if (values.DOCUMENTS_S3_URL !== undefined && s3Of(values) === null)
    return {
      problems: [
        {
          name: 'DOCUMENTS_S3_URL',
          value: values.DOCUMENTS_S3_URL,
          message: 'DOCUMENTS_S3_URL needs DOCUMENTS_S3_BUCKET, DOCUMENTS_S3_KEY and DOCUMENTS_S3_SECRET as well.',
        },
      ],
    }
  if ((values.LLM_BASE_URL === undefined) !== (values.LLM_MODEL === undefined))
    return {
      problems: [
        {
          name: 'LLM_BASE_URL',
          value: values.LLM_BASE_URL ?? '',
          message: 'LLM_BASE_URL and LLM_MODEL are needed together.',
        },
      ],
    }
  if (values.BACKUP_DIR !== undefined && values.BACKUP_PASSPHRASE === undefined)
    return {
      problems: [
        {
          name: 'BACKUP_DIR',
          value: values.BACKUP_DIR,
          message: 'BACKUP_DIR needs BACKUP_PASSPHRASE, which encrypts the secrets of the backups.',
        },
      ],
    }
  if (!isLoopback(values.PLATFORM_HOST) && values.PLATFORM_GATEWAYS === '')
    return {
      problems: [
        {
          name: 'PLATFORM_HOST',
          value: values.PLATFORM_HOST,
          message: 'PLATFORM_HOST needs PLATFORM_GATEWAYS: without it every visitor has the address of a gateway.',
        },
      ],
    }
  if (values.WAL_ARCHIVE_DIR !== undefined && values.DATABASE_URL !== undefined)
    return {
      problems: [
        {
          name: 'WAL_ARCHIVE_DIR',
          value: values.WAL_ARCHIVE_DIR,
          message: 'WAL_ARCHIVE_DIR is for the embedded database: a server at DATABASE_URL archives its log by itself.',
        },
      ],
    }
  const { PBI_TENANT_ID: tenant, PBI_CLIENT_ID: client, PBI_CLIENT_SECRET: secret } = values
  const namesSome = (tenant ?? client ?? secret) !== undefined
  if (namesSome && reportServiceOf(values) === null)
    return {
      problems: [
        {
          name: 'PBI_TENANT_ID',
          value: tenant ?? '',
          message: 'PBI_TENANT_ID, PBI_CLIENT_ID and PBI_CLIENT_SECRET are needed together.',
        },
      ],
    }
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
      publicUrl: (values.PUBLIC_URL ?? `http://127.0.0.1:${values.PORT}`).replace(/(?<!\/)\/+$/, ''),
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

interface BackupValues {
  readonly BACKUP_DIR: string | undefined
  readonly BACKUP_EVERY_HOURS: number
  readonly BACKUP_KEEP: number
  readonly BACKUP_PASSPHRASE: string | undefined
}

function backupsOf(values: BackupValues): BackupSettings | null {
  const { BACKUP_DIR: folder, BACKUP_PASSPHRASE: passphrase } = values
  if (folder === undefined || passphrase === undefined) return null
  return { folder, passphrase, everyHours: values.BACKUP_EVERY_HOURS, kept: values.BACKUP_KEEP }
}

interface ReportServiceValues {
  readonly PBI_TENANT_ID: string | undefined
  readonly PBI_CLIENT_ID: string | undefined
  readonly PBI_CLIENT_SECRET: string | undefined
  readonly PBI_LOGIN_URL: string
  readonly PBI_API_URL: string
}

function reportServiceOf(values: ReportServiceValues): ReportService | null {
  const { PBI_TENANT_ID: tenantId, PBI_CLIENT_ID: clientId, PBI_CLIENT_SECRET: clientSecret } = values
  if (tenantId === undefined || clientId === undefined || clientSecret === undefined) return null
  const bare = (url: string): string => url.replace(/(?<!\/)\/+$/, '')
  return { tenantId, clientId, clientSecret, loginUrl: bare(values.PBI_LOGIN_URL), apiUrl: bare(values.PBI_API_URL) }
}

interface ModelServiceValues {
  readonly LLM_BASE_URL: string | undefined
  readonly LLM_MODEL: string | undefined
  readonly LLM_API_KEY: string | undefined
  readonly LLM_TIMEOUT_MS: number
  readonly LLM_TOKENS_A_MONTH: number
  readonly LLM_QUESTIONS_A_MINUTE: number
}

function modelServiceOf(values: ModelServiceValues): ModelService | null {
  const { LLM_BASE_URL: url, LLM_MODEL: model, LLM_API_KEY: key } = values
  if (url === undefined || model === undefined) return null
  return {
    baseUrl: url.replace(/(?<!\/)\/+$/, ''),
    model,
    apiKey: key ?? null,
    timeoutMs: values.LLM_TIMEOUT_MS,
    tokensAMonth: values.LLM_TOKENS_A_MONTH,
    questionsAMinute: values.LLM_QUESTIONS_A_MINUTE,
  }
}

interface S3Values {
  readonly DOCUMENTS_S3_URL: string | undefined
  readonly DOCUMENTS_S3_BUCKET: string | undefined
  readonly DOCUMENTS_S3_KEY: string | undefined
  readonly DOCUMENTS_S3_SECRET: string | undefined
  readonly DOCUMENTS_S3_REGION: string
}

function s3Of(values: S3Values): S3Settings | null {
  const {
    DOCUMENTS_S3_URL: url,
    DOCUMENTS_S3_BUCKET: bucket,
    DOCUMENTS_S3_KEY: key,
    DOCUMENTS_S3_SECRET: secret,
  } = values
  if (url === undefined || bucket === undefined || key === undefined || secret === undefined) return null
  return { url, bucket, key, secret, region: values.DOCUMENTS_S3_REGION }
}

/**
 * The service token that reads the change feed: FEED_TOKEN, else the one in DATA_DIR/feed-token (mode 600), created at first
 * start. DATA_DIR must exist.
 */
export function feedToken({ feedToken: given, dataDir }: Pick<Config, 'feedToken' | 'dataDir'>): string {
  return given ?? readOrMakeSecret(join(dataDir, 'feed-token'), () => randomBytes(SECRET_BYTES).toString('base64url'))
}

/**
 * The key that encrypts secrets at rest: SECRET_KEY, else the one in DATA_DIR/secret-key (mode 600), created at first start.
 * DATA_DIR must exist.
 */
export function secretKey({ secretKey: given, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): string {
  return given ?? readOrMakeSecret(join(dataDir, 'secret-key'), () => randomBytes(SECRET_BYTES).toString('base64url'))
}

/** The secret key, with the previous one where a rotation runs. DATA_DIR must exist. */
export function secretKeys(config: Pick<Config, 'secretKey' | 'previousSecretKey' | 'dataDir'>): SecretKey {
  const present = secretKey(config)
  return config.previousSecretKey === undefined ? present : [present, config.previousSecretKey]
}
