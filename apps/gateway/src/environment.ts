import { partsOf } from '@desk/schema/addresses/trusted-proxies'
import {
  address,
  declare,
  milliseconds,
  oneOf,
  optional,
  port,
  path,
  readEnvironment,
  setting,
  SHARED_SETTINGS,
  wholeNumber,
  type EnvironmentResult,
} from '@desk/schema/config/environment'
import { telemetrySettings } from '@desk/schema/telemetry/telemetry-settings'
import { Schema } from 'effect'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GatewayOptions } from './gateway.ts'
import { FRONT_LIMITS } from './proxy/front-limits.ts'
import { isContact } from './web/security-text.ts'

const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '[::1]']
const isLoopback = Schema.makeFilter(
  (text: string) =>
    URL.canParse(text) && new URL(text).protocol === 'http:' && LOOPBACK_HOSTS.includes(new URL(text).hostname),
)
const areContacts = Schema.makeFilter((text: string) => partsOf(text).every(isContact))
const areOrigins = Schema.makeFilter((text: string) =>
  partsOf(text).every(
    origin => URL.canParse(origin) && new URL(origin).origin === origin && origin.startsWith('https:'),
  ),
)

/** The gateway's settings. */
export const GATEWAY_SETTINGS = {
  ...SHARED_SETTINGS,
  HOST: declare(
    setting(
      Schema.String.check(Schema.isPattern(/^[\w.:-]+$/)),
      '127.0.0.1',
      'an address of this machine like 127.0.0.1',
    ),
    'where the gateway listens; `0.0.0.0` behind a load balancer',
  ),
  PLATFORM_URL: declare(
    optional(address(['http:', 'https:'], 'http://127.0.0.1:4410')),
    'where the platform answers',
    'this machine, at `PLATFORM_PORT`',
  ),
  WEB_ROOT: declare(
    path(fileURLToPath(new URL('../../web/dist', import.meta.url))),
    'the folder of the web build',
    '`apps/web/dist`',
  ),
  BUILD_DATE: declare(
    optional(setting(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100)), '', 'a date')),
    'the date of the web build, as /version.json tells it',
    'the build’s own',
  ),
  FEED: declare(
    oneOf(['changes', 'metrics'], 'changes'),
    'how changes are followed: by the platform’s change feed, or by its metric calls alone',
  ),
  METRICS_PORT: declare(
    optional(port(0)),
    'serves Prometheus’ `/metrics` of the gateway on a port of its own',
    'not served',
  ),
  METRICS_INTERVAL_MS: declare(milliseconds(2_000), 'how often the metric calls are made where they are followed'),
  MAX_CONNECTIONS_PER_ADDRESS: declare(
    wholeNumber(2_000, 1),
    'push connections of one address (IPv6: of a /64); of all its connections together twice as many',
  ),
  MAX_BODIES_PER_ADDRESS: declare(
    wholeNumber(FRONT_LIMITS.bodies.maxPerAddress, 1),
    'requests of one address (IPv6: of a /64) whose bodies are still being sent, before 429',
  ),
  FRAME_ORIGINS: declare(
    optional(
      setting(Schema.String.check(areOrigins), '', 'https origins with commas between, like https://app.powerbi.com'),
    ),
    'whose pages may be embedded: the reports’ provider',
    'https://app.powerbi.com with `PBI_TENANT_ID`, else nobody’s',
  ),
  SECURITY_CONTACT: declare(
    setting(
      Schema.String.check(areContacts),
      '',
      'mailto:, https: or tel: addresses with commas between, like mailto:security@example.com',
    ),
    'where a vulnerability is reported, for /.well-known/security.txt (RFC 9116)',
    'there is no such file',
  ),
  MOCK_API_URL: declare(
    optional(
      setting(Schema.String.check(isLoopback), '', 'an http address of this machine like http://127.0.0.1:4499'),
    ),
    'a local mock server for /mock-api/ (§7.3)',
    'there is none',
  ),
} as const

const DEFAULT_PLATFORM_PORT = 4410

export interface GatewayConfig {
  readonly options: Omit<GatewayOptions, 'log' | 'feedToken'>
  /** Undefined: the token that the platform wrote into the data folder. */
  readonly feedToken: string | undefined
  readonly dataDir: string
  readonly logLevel: string
  readonly drainNoticeMs: number
}

/** Reads the gateway's settings from the environment, or reports every fault in it. Has no side effects. */
export function readGatewayEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): EnvironmentResult<GatewayConfig> {
  const read = readEnvironment(GATEWAY_SETTINGS, env)
  if ('problems' in read) return read
  const values = read.config
  return {
    config: {
      options: {
        host: values.HOST,
        port: values.PORT,
        platformUrl: values.PLATFORM_URL ?? `http://127.0.0.1:${values.PLATFORM_PORT || DEFAULT_PLATFORM_PORT}`,
        webRoot: values.WEB_ROOT,
        buildDate: values.BUILD_DATE,
        feed: values.FEED,
        metricsIntervalMs: values.METRICS_INTERVAL_MS,
        redisUrl: values.REDIS_URL,
        publicUrl: values.PUBLIC_URL,
        passwordPolicy: values.PASSWORD_POLICY,
        hstsIncludeSubDomains: values.HSTS_INCLUDE_SUBDOMAINS,
        trustedProxies: partsOf(values.TRUSTED_PROXIES),
        trustForwardedFor: values.TRUST_FORWARDED_FOR,
        securityContacts: partsOf(values.SECURITY_CONTACT),
        maxConnectionsPerAddress: values.MAX_CONNECTIONS_PER_ADDRESS,
        limits: { bodies: { ...FRONT_LIMITS.bodies, maxPerAddress: values.MAX_BODIES_PER_ADDRESS } },
        frameOrigins: frameOriginsOf(values),
        mockApiUrl: values.MOCK_API_URL,
        metricsPort: values.METRICS_PORT,
        telemetry: telemetrySettings(values),
      },
      feedToken: values.FEED_TOKEN,
      dataDir: values.DATA_DIR,
      logLevel: values.LOG_LEVEL,
      drainNoticeMs: values.DRAIN_NOTICE_MS,
    },
  }
}

/**
 * The service token: the one given, else the one that the platform wrote into the data folder. Throws with instructions when
 * there is neither.
 */
export function serviceToken({ feedToken, dataDir }: Pick<GatewayConfig, 'feedToken' | 'dataDir'>): string {
  if (feedToken !== undefined) return feedToken
  const file = join(dataDir, 'feed-token')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new Error(
      `There is no service token: set FEED_TOKEN to the platform's, or DATA_DIR to the platform's data folder, which holds ${file} after its first start.`,
      { cause: error },
    )
  }
}

/** The host whose reports are embedded is framed only where there is such a service. */
const REPORT_ORIGIN = 'https://app.powerbi.com'

function frameOriginsOf({
  FRAME_ORIGINS: named,
  PBI_TENANT_ID: tenant,
}: {
  readonly FRAME_ORIGINS: string | undefined
  readonly PBI_TENANT_ID: string | undefined
}): readonly string[] {
  if (named !== undefined) return partsOf(named)
  return tenant === undefined ? [] : [REPORT_ORIGIN]
}
