import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig, type Config } from './config.ts'
import { feedToken } from './secret-file.ts'

const DEFAULTS: Config = {
  port: 4400,
  platformPort: 0,
  metricsPort: undefined,
  telemetry: undefined,
  publicUrl: 'http://127.0.0.1:4400',
  hstsIncludeSubDomains: false,
  environment: 'local',
  logLevel: 'info',
  drainNoticeMs: 0,
  dataDir: '.data',
  databaseUrl: undefined,
  databaseReplicaUrl: undefined,
  databaseConnections: 20,
  databaseWaitMs: 120_000,
  platformHost: '127.0.0.1',
  gateways: [],
  trustedProxies: [],
  trustForwardedFor: false,
  diskReserveMegabytes: 200,
  redisUrl: undefined,
  demo: true,
  simulatePerMinute: undefined,
  practiceSurvey: true,
  passwordPolicy: 'desk',
  smtpUrl: undefined,
  mailFrom: 'Sample Desk <desk@localhost>',
  secretKey: undefined,
  previousSecretKey: undefined,
  feedToken: undefined,
  countryHeader: undefined,
  datacentreHeader: undefined,
  journalDays: 30,
  linkLimits: { entriesAMinute: 600, returnsAMinute: 6_000 },
  keyCallsAMinute: 600,
  placeKeptMinutes: 120,
  egressNetworks: [],
  documentsS3: null,
  reportService: null,
  modelService: null,
  erasureLog: '.data/erasures.log',
  walArchiveDir: undefined,
  backupEveryHours: 24,
  backupsKept: 7,
  backups: null,
  backupPassphrase: undefined,
  abandonSweepMs: 15_000,
  autoPauseSweepMs: 30_000,
}

test('an empty environment is a whole configuration', () => {
  expect(readConfig({})).toEqual({ config: DEFAULTS })
})

test('each variable sets its field', () => {
  const token = 'f'.repeat(40)
  const env = {
    PORT: '8080',
    PLATFORM_PORT: '8081',
    PLATFORM_HOST: '0.0.0.0',
    PLATFORM_GATEWAYS: '10.0.1.3, 10.0.2.0/24',
    TRUSTED_PROXIES: '10.0.0.0/8',
    TRUST_FORWARDED_FOR: '1',
    DATABASE_WAIT_S: '30',
    PLATFORM_METRICS_PORT: '9091',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com/otlp',
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20abc, x-team=desk',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
    PUBLIC_URL: 'https://desk.example.com/',
    HSTS_INCLUDE_SUBDOMAINS: '1',
    ENVIRONMENT: 'production',
    LOG_LEVEL: 'warn',
    DATA_DIR: '/srv/desk',
    DATABASE_URL: 'postgresql://desk:secret@db:5432/desk?sslmode=require',
    DATABASE_CONNECTIONS: '50',
    DISK_RESERVE_MB: '500',
    DRAIN_NOTICE_MS: '5000',
    REDIS_URL: 'redis://cache:6379',
    DEMO: '0',
    SIMULATE: '0',
    PASSWORD_POLICY: 'nist',
    SMTP_URL: 'smtps://desk:secret@mail.example.com',
    MAIL_FROM: 'The desk <desk@example.com>',
    SECRET_KEY: 'k'.repeat(40),
    SECRET_KEY_PREVIOUS: 'p'.repeat(40),
    FEED_TOKEN: token,
    JOURNAL_DAYS: '7',
    ENTRIES_A_MINUTE: '7',
    RETURNS_A_MINUTE: '8',
    API_KEY_CALLS_A_MINUTE: '10',
    PLACE_KEPT_MINUTES: '9',
    EGRESS_NETWORKS: '10.1.0.0/16, ::1/128',
    DOCUMENTS_S3_URL: 'https://s3.example.com',
    DOCUMENTS_S3_BUCKET: 'desk',
    DOCUMENTS_S3_KEY: 'key',
    DOCUMENTS_S3_SECRET: 'secret',
    DOCUMENTS_S3_REGION: 'eu-central-1',
    PBI_TENANT_ID: 'contoso.onmicrosoft.com',
    PBI_CLIENT_ID: 'app',
    PBI_CLIENT_SECRET: 'word',
    PBI_LOGIN_URL: 'https://login.microsoftonline.us/',
    PBI_API_URL: 'https://api.powerbigov.us',
    LLM_BASE_URL: 'http://127.0.0.1:11434/v1/',
    LLM_MODEL: 'qwen3:8b',
    LLM_API_KEY: 'sk-word',
    LLM_TIMEOUT_MS: '9000',
    LLM_TOKENS_A_MONTH: '1000000',
    LLM_QUESTIONS_A_MINUTE: '3',
    ERASURE_LOG: '/var/backups/erasures.log',
    BACKUP_DIR: '/var/backups/desk',
    BACKUP_EVERY_HOURS: '6',
    BACKUP_KEEP: '28',
    BACKUP_PASSPHRASE: 'a passphrase of the tests',
    ABANDON_SWEEP_MS: '1000',
    AUTO_PAUSE_SWEEP_MS: '2000',
  }
  expect(readConfig(env)).toEqual({
    config: {
      port: 8080,
      platformPort: 8081,
      platformHost: '0.0.0.0',
      gateways: ['10.0.1.3', '10.0.2.0/24'],
      trustedProxies: ['10.0.0.0/8'],
      trustForwardedFor: true,
      databaseWaitMs: 30_000,
      metricsPort: 9091,
      telemetry: {
        endpoint: 'https://collector.example.com/otlp',
        headers: { authorization: 'Bearer abc', 'x-team': 'desk' },
        sampledShare: 0.25,
      },
      publicUrl: 'https://desk.example.com',
      hstsIncludeSubDomains: true,
      environment: 'production',
      logLevel: 'warn',
      drainNoticeMs: 5_000,
      dataDir: '/srv/desk',
      databaseUrl: env.DATABASE_URL,
      databaseConnections: 50,
      diskReserveMegabytes: 500,
      redisUrl: 'redis://cache:6379',
      demo: false,
      simulatePerMinute: 0,
      practiceSurvey: false,
      passwordPolicy: 'nist',
      smtpUrl: env.SMTP_URL,
      mailFrom: env.MAIL_FROM,
      secretKey: env.SECRET_KEY,
      previousSecretKey: env.SECRET_KEY_PREVIOUS,
      feedToken: token,
      journalDays: 7,
      linkLimits: { entriesAMinute: 7, returnsAMinute: 8 },
      keyCallsAMinute: 10,
      placeKeptMinutes: 9,
      egressNetworks: ['10.1.0.0/16', '::1/128'],
      documentsS3: {
        url: 'https://s3.example.com',
        bucket: 'desk',
        key: 'key',
        secret: 'secret',
        region: 'eu-central-1',
      },
      reportService: {
        tenantId: 'contoso.onmicrosoft.com',
        clientId: 'app',
        clientSecret: 'word',
        loginUrl: 'https://login.microsoftonline.us',
        apiUrl: 'https://api.powerbigov.us',
      },
      modelService: {
        baseUrl: 'http://127.0.0.1:11434/v1',
        model: 'qwen3:8b',
        apiKey: 'sk-word',
        timeoutMs: 9000,
        tokensAMonth: 1_000_000,
        questionsAMinute: 3,
      },
      erasureLog: '/var/backups/erasures.log',
      walArchiveDir: undefined,
      backupEveryHours: 6,
      backupsKept: 28,
      backups: {
        folder: '/var/backups/desk',
        everyHours: 6,
        kept: 28,
        passphrase: 'a passphrase of the tests',
      },
      backupPassphrase: 'a passphrase of the tests',
      abandonSweepMs: 1000,
      autoPauseSweepMs: 2000,
    },
  })
})

test('a store without its bucket and key does not start', () => {
  expect(readConfig({ DOCUMENTS_S3_URL: 'https://s3.example.com', DOCUMENTS_S3_BUCKET: 'desk' })).toEqual({
    problems: [
      {
        name: 'DOCUMENTS_S3_URL',
        value: 'https://s3.example.com',
        message: 'DOCUMENTS_S3_URL needs DOCUMENTS_S3_BUCKET, DOCUMENTS_S3_KEY and DOCUMENTS_S3_SECRET as well.',
      },
    ],
  })
})

test('a reporting service without its application does not start, and the secret alone is not shown (S10)', () => {
  const message = 'PBI_TENANT_ID, PBI_CLIENT_ID and PBI_CLIENT_SECRET are needed together.'
  expect([readConfig({ PBI_TENANT_ID: 'contoso' }), readConfig({ PBI_CLIENT_SECRET: 'hunter2' })]).toEqual([
    { problems: [{ name: 'PBI_TENANT_ID', value: 'contoso', message }] },
    { problems: [{ name: 'PBI_TENANT_ID', value: '', message }] },
  ])
})

test('the public address follows the port, the practice survey the demo', () => {
  expect(readConfig({ PORT: '5000', DEMO: '0', PRACTICE_SURVEY: '1' })).toEqual({
    config: { ...DEFAULTS, port: 5000, publicUrl: 'http://127.0.0.1:5000', demo: false },
  })
})

test('all bad values are reported together, without the password in DATABASE_URL', () => {
  expect(
    readConfig({ PORT: 'http', DEMO: 'true', DATABASE_URL: 'mysql://root:hunter2@db/desk', SIMULATE: '-1' }),
  ).toEqual({
    problems: [
      { name: 'PORT', value: 'http', message: 'PORT must be a port from 0 to 65535; it is "http"' },
      {
        name: 'DATABASE_URL',
        value: '(hidden)',
        message:
          'DATABASE_URL must be an address like postgres://user:password@127.0.0.1:5432/desk; it is something else',
      },
      { name: 'DEMO', value: 'true', message: 'DEMO must be 1 or 0; it is "true"' },
      { name: 'SIMULATE', value: '-1', message: 'SIMULATE must be a whole number of 0 or more; it is "-1"' },
    ],
  })
})

test('the feed token is created once, readable by its owner only, unless it is given', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-config-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const token = feedToken({ feedToken: undefined, dataDir })
  const file = join(dataDir, 'feed-token')
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(feedToken({ feedToken: undefined, dataDir })).toEqual(token)
  expect({ text: readFileSync(file, 'utf8'), mode: statSync(file).mode & 0o777 }).toEqual({
    text: `${token}\n`,
    mode: 0o600,
  })
  expect(feedToken({ feedToken: 'given', dataDir })).toEqual('given')
})

test('the log of the embedded database is archived, that of another server is not', () => {
  const read = (env: Record<string, string>) => {
    const result = readConfig(env)
    return 'problems' in result ? result.problems.map(({ name }) => name) : result.config.walArchiveDir
  }
  expect([
    read({ WAL_ARCHIVE_DIR: '/srv/wal' }),
    read({ WAL_ARCHIVE_DIR: '/srv/wal', DATABASE_URL: 'postgres://desk@db/desk' }),
  ]).toEqual(['/srv/wal', ['WAL_ARCHIVE_DIR']])
})
