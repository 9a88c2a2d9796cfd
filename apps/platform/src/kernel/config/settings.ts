import { Schema } from 'effect'
import { partsOf } from '@desk/schema/addresses/trusted-proxies'
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
  SHARED_SETTINGS,
  setting,
  wholeNumber,
  type Setting,
} from '@desk/schema/config/environment'
import { isNetwork } from '../egress/address-guard.ts'
import {
  JOURNAL_DAYS_DEFAULT,
  KEY_CALLS_A_MINUTE,
  LLM_QUESTIONS_A_MINUTE,
  LLM_TIMEOUT_MS,
  LLM_TOKENS_A_MONTH,
  PLACE_KEPT_MINUTES,
  LINK_LIMITS,
} from './defaults.ts'

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
    optional(secretOf(/^[\x21-\x7e]{32,}$/, 'a key of at least 32 printable characters without spaces')),
    'seals second factors at rest, and masks what journals hold of people',
    'made at first start, in `DATA_DIR/secret-key`',
  ),
  SECRET_KEY_PREVIOUS: declare(
    optional(secretOf(/^[\x21-\x7e]{32,}$/, 'a key of at least 32 printable characters without spaces')),
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
    optional(secretOf(/^.{12,1000}$/, 'a passphrase of 12 characters or more')),
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

function secretOf(pattern: RegExp, expected: string): Setting<string> {
  return setting(Schema.String.check(Schema.isPattern(pattern)), '', expected, true)
}
