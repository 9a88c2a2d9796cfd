import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readGatewayEnvironment, serviceToken } from './environment.ts'

const WEB_ROOT = '/srv/web'
const DEFAULTS = {
  options: {
    host: '127.0.0.1',
    port: 4400,
    platformUrl: 'http://127.0.0.1:4410',
    webRoot: WEB_ROOT,
    buildDate: undefined,
    feed: 'changes',
    metricsIntervalMs: 2_000,
    redisUrl: undefined,
    publicUrl: undefined,
    passwordPolicy: 'desk',
    hstsIncludeSubDomains: false,
    trustedProxies: [],
    trustForwardedFor: false,
    securityContacts: [],
    maxConnectionsPerAddress: 2_000,
    limits: { bodies: { maxPerAddress: 256, maxBytesPerAddress: 33_554_432, maxBytes: 268_435_456 } },
    frameOrigins: [],
    mockApiUrl: undefined,
    metricsPort: undefined,
    telemetry: undefined,
  },
  feedToken: undefined,
  dataDir: '.data',
  logLevel: 'info',
  drainNoticeMs: 0,
}

test('an empty environment is a whole configuration', () => {
  expect(readGatewayEnvironment({ WEB_ROOT })).toEqual({ config: DEFAULTS })
})

test('each variable sets its field', () => {
  const env = {
    WEB_ROOT,
    HOST: '0.0.0.0',
    PORT: '8080',
    PLATFORM_URL: 'http://platform:4410',
    FEED_TOKEN: 'f'.repeat(40),
    DATA_DIR: '/srv/desk',
    REDIS_URL: 'redis://cache:6379',
    BUILD_DATE: '2026-11-20',
    FEED: 'metrics',
    METRICS_INTERVAL_MS: '500',
    PUBLIC_URL: 'https://desk.example.com',
    PASSWORD_POLICY: 'nist',
    HSTS_INCLUDE_SUBDOMAINS: '1',
    LOG_LEVEL: 'warn',
    METRICS_PORT: '9090',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com/otlp',
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20abc, x-team=desk',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
    TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1',
    TRUST_FORWARDED_FOR: '1',
    MAX_CONNECTIONS_PER_ADDRESS: '10000',
    MAX_BODIES_PER_ADDRESS: '500',
    SECURITY_CONTACT: 'mailto:security@example.com, https://example.com/report',
    FRAME_ORIGINS: 'https://app.powerbi.com, https://reports.example.com',
    MOCK_API_URL: 'http://127.0.0.1:4499',
  }
  expect(readGatewayEnvironment(env)).toEqual({
    config: {
      options: {
        host: '0.0.0.0',
        port: 8080,
        platformUrl: 'http://platform:4410',
        webRoot: WEB_ROOT,
        buildDate: '2026-11-20',
        feed: 'metrics',
        metricsIntervalMs: 500,
        redisUrl: 'redis://cache:6379',
        publicUrl: 'https://desk.example.com',
        passwordPolicy: 'nist',
        hstsIncludeSubDomains: true,
        trustedProxies: ['10.0.0.0/8', '127.0.0.1'],
        trustForwardedFor: true,
        securityContacts: ['mailto:security@example.com', 'https://example.com/report'],
        maxConnectionsPerAddress: 10_000,
        limits: { bodies: { maxPerAddress: 500, maxBytesPerAddress: 33_554_432, maxBytes: 268_435_456 } },
        frameOrigins: ['https://app.powerbi.com', 'https://reports.example.com'],
        mockApiUrl: 'http://127.0.0.1:4499',
        metricsPort: 9090,
        telemetry: {
          endpoint: 'https://collector.example.com/otlp',
          headers: { authorization: 'Bearer abc', 'x-team': 'desk' },
          sampledShare: 0.25,
        },
      },
      feedToken: 'f'.repeat(40),
      dataDir: '/srv/desk',
      logLevel: 'warn',
      drainNoticeMs: 0,
    },
  })
})

test('the platform is expected on its own port', () => {
  const read = readGatewayEnvironment({ PLATFORM_PORT: '4500' })
  expect('config' in read && read.config.options.platformUrl).toBe('http://127.0.0.1:4500')
})

test('bad values are reported together; the mock server must be on this machine (§7.3), reports must use https (S5)', () => {
  const read = readGatewayEnvironment({
    FEED: 'push',
    MOCK_API_URL: 'http://mock.example.com',
    FRAME_ORIGINS: 'http://app.powerbi.com',
  })
  expect('problems' in read && read.problems.map(({ message }) => message)).toEqual([
    'FEED must be one of changes, metrics; it is "push"',
    'FRAME_ORIGINS must be https origins with commas between, like https://app.powerbi.com; it is "http://app.powerbi.com"',
    'MOCK_API_URL must be an http address of this machine like http://127.0.0.1:4499; it is "http://mock.example.com"',
  ])
})

test('the reports’ own host may be framed once there is a tenant, and no host without one (§3.32)', () => {
  const origins = (env: Record<string, string>) => {
    const read = readGatewayEnvironment(env)
    return 'config' in read ? read.config.options.frameOrigins : read.problems
  }
  expect([
    origins({}),
    origins({ PBI_TENANT_ID: 'contoso' }),
    origins({ PBI_TENANT_ID: 'contoso', FRAME_ORIGINS: 'https://app.powerbigov.us' }),
  ]).toEqual([[], ['https://app.powerbi.com'], ['https://app.powerbigov.us']])
})

test('a collector’s address may be an inner one but holds no password, which would be sent as authorization; its headers are never shown', () => {
  const withoutHeaders = readGatewayEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://10.0.0.7:4318' })
  expect('config' in withoutHeaders && withoutHeaders.config.options.telemetry).toEqual({
    endpoint: 'http://10.0.0.7:4318',
    headers: {},
    sampledShare: 0.01,
  })
  const read = readGatewayEnvironment({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://desk:hunter2@collector.example.com',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization hunter2',
    OTEL_TRACES_SAMPLER_ARG: '1.5',
  })
  expect('problems' in read && read.problems).toEqual([
    {
      name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
      value: '(hidden)',
      message:
        'OTEL_EXPORTER_OTLP_ENDPOINT must be an address like http://127.0.0.1:4318, without a password; it is something else',
    },
    {
      name: 'OTEL_EXPORTER_OTLP_HEADERS',
      value: '(hidden)',
      message:
        'OTEL_EXPORTER_OTLP_HEADERS must be headers like authorization=Bearer%20abc,x-team=desk; it is something else',
    },
    {
      name: 'OTEL_TRACES_SAMPLER_ARG',
      value: '1.5',
      message: 'OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1; it is "1.5"',
    },
  ])
})

test('the service token is the one given, else the one in the data folder; without either, the error says what to do', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-gateway-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  expect(() => serviceToken({ feedToken: undefined, dataDir })).toThrow(
    `There is no service token: set FEED_TOKEN to the platform's, or DATA_DIR to the platform's data folder, which holds ${join(dataDir, 'feed-token')} after its first start.`,
  )
  writeFileSync(join(dataDir, 'feed-token'), 'made-by-the-platform\n')
  expect([serviceToken({ feedToken: undefined, dataDir }), serviceToken({ feedToken: 'given', dataDir })]).toEqual([
    'made-by-the-platform',
    'given',
  ])
})
