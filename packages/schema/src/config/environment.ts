import { Exit, Schema } from 'effect'
import { readFileSync } from 'node:fs'
import { isAddressOrNetwork, partsOf } from '../addresses/trusted-proxies.ts'
import { readHeaderList } from './header-list.ts'

/** One setting from the environment: how its text is read, and what the operator reads when it is not valid. */
export interface Setting<A> {
  readonly schema: Schema.Codec<A, string>
  /** The value when the variable is missing or empty. */
  readonly fallback: A
  /** The form of a valid value; completes "must be …". */
  readonly expected: string
  /** True: its value is never shown, not even in a message. */
  readonly secret: boolean
}

/** A setting with its purpose; docs/settings.md lists all of them. */
export interface DeclaredSetting<A> extends Setting<A> {
  readonly about: string
  /** The default in words, where the fallback does not show it. */
  readonly otherwise?: string
}

/** A variable that cannot be used. `value` is the given text, or '(hidden)' for a secret. */
export interface EnvironmentProblem {
  readonly name: string
  readonly value: string
  readonly message: string
}

export type Settings = Readonly<Record<string, Setting<unknown>>>
export type Values<S extends Settings> = { readonly [Name in keyof S]: S[Name] extends Setting<infer A> ? A : never }
export type EnvironmentResult<C> = { readonly config: C } | { readonly problems: readonly EnvironmentProblem[] }

const GREATEST_PORT = 65_535
const GREATEST_INT = 2_147_483_647
const LEAST_TOKEN_LENGTH = 32

/** A setting of any schema from text; `expected` completes "must be …". */
export function setting<A>(
  schema: Schema.Codec<A, string>,
  fallback: NoInfer<A>,
  expected: string,
  secret = false,
): Setting<A> {
  return { schema, fallback, expected, secret }
}

/** The same setting, with its purpose. */
export function declare<A>(of: Setting<A>, about: string, otherwise?: string): DeclaredSetting<A> {
  return { ...of, about, ...(otherwise === undefined ? {} : { otherwise }) }
}

/** The same setting made optional: undefined when it is not set. */
export function optional<A>({ schema, expected, secret }: Setting<A>): Setting<A | undefined> {
  return { schema, fallback: undefined, expected, secret }
}

const Digits = Schema.String.check(Schema.isPattern(/^\d{1,10}$/)).pipe(Schema.decodeTo(Schema.NumberFromString))

/** A whole number, written in digits, within both bounds. */
export function wholeNumber(fallback: number, minimum: number, maximum: number = GREATEST_INT): Setting<number> {
  const range = maximum === GREATEST_INT ? `of ${minimum} or more` : `from ${minimum} to ${maximum}`
  return setting(Digits.check(Schema.isBetween({ minimum, maximum })), fallback, `a whole number ${range}`)
}

/** A TCP port; 0 lets the system choose. */
export function port(fallback: number): Setting<number> {
  return setting(
    Digits.check(Schema.isBetween({ minimum: 0, maximum: GREATEST_PORT })),
    fallback,
    `a port from 0 to ${GREATEST_PORT}`,
  )
}

/** A time in milliseconds, at least 1. */
export function milliseconds(fallback: number): Setting<number> {
  return setting(
    Digits.check(Schema.isBetween({ minimum: 1, maximum: GREATEST_INT })),
    fallback,
    'a time in milliseconds of 1 or more',
  )
}

const Decimal = Schema.String.check(Schema.isPattern(/^\d{1,3}(?:\.\d{1,10})?$/)).pipe(
  Schema.decodeTo(Schema.NumberFromString),
)

/** A share of a whole, from 0 to 1. */
export function share(fallback: number): Setting<number> {
  return setting(Decimal.check(Schema.isBetween({ minimum: 0, maximum: 1 })), fallback, 'a share from 0 to 1')
}

/** 1 or 0. */
export function flag(fallback: boolean): Setting<boolean> {
  return setting(Schema.Literals(['0', '1']).transform([false, true]), fallback, '1 or 0')
}

/** One of the words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(
  words: Words,
  fallback: Words[number],
): Setting<Words[number]> {
  return setting(Schema.Literals(words), fallback, `one of ${words.join(', ')}`)
}

/** A URL with one of the schemes (`http:`) and a host. */
export function address(schemes: readonly string[], example: string, secret = false): Setting<string> {
  const isAddress = Schema.makeFilter(
    (text: string) =>
      URL.canParse(text) &&
      schemes.includes(new URL(text).protocol) &&
      (new URL(text).hostname !== '' || new URL(text).searchParams.has('host')),
  )
  return setting(Schema.String.check(isAddress), '', `an address like ${example}`, secret)
}

/** The address of a server that is called with headers of its own: without name, password, query or fragment. */
export function bareAddress(example: string): Setting<string> {
  const isBare = Schema.makeFilter((text: string) => {
    if (!URL.canParse(text)) return false
    const { protocol, username, password, search, hash } = new URL(text)
    return ['http:', 'https:'].includes(protocol) && username + password + search + hash === ''
  })
  return setting(Schema.String.check(isBare), '', `an address like ${example}, without a password`, true)
}

/** Headers as OpenTelemetry writes them: `name=value` with commas between, values percent-encoded. */
export function headerList(): Setting<string> {
  const isList = Schema.makeFilter((text: string) => readHeaderList(text) !== null)
  return setting(Schema.String.check(isList), '', 'headers like authorization=Bearer%20abc,x-team=desk', true)
}

/** Addresses and networks with commas between. */
export function networkList(example: string): Setting<string> {
  const isList = Schema.makeFilter((text: string) => partsOf(text).every(isAddressOrNetwork))
  return setting(Schema.String.check(isList), '', `addresses and networks like ${example}`)
}

/** A path of the file system, relative to the working directory or absolute. */
export function path(fallback: string): Setting<string> {
  return setting(Schema.String.check(Schema.isPattern(/^[^\0]+$/)), fallback, 'a path')
}

/** The text of a variable, or of the file that `NAME_FILE` names (operate.md §2); a problem when both are set or the file cannot be read. */
function textOf(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): { readonly text: string } | { readonly problem: EnvironmentProblem } {
  const text = env[name]?.trim() ?? ''
  const file = env[`${name}_FILE`]?.trim() ?? ''
  if (file === '') return { text }
  const problem = (message: string) => ({ problem: { name: `${name}_FILE`, value: file, message } })
  if (text !== '') return problem(`${name} and ${name}_FILE are both set; leave one out`)
  try {
    return { text: readFileSync(file, 'utf8').trim() }
  } catch (error) {
    return problem(`${name}_FILE names a file that cannot be read (${error instanceof Error ? error.message : file})`)
  }
}

/** Reads the settings from the environment and reports every bad one at once. An empty variable counts as missing. */
export function readEnvironment<S extends Settings>(
  settings: S,
  env: Readonly<Record<string, string | undefined>>,
): EnvironmentResult<Values<S>> {
  const problems: EnvironmentProblem[] = []
  const config: Record<string, unknown> = {}
  for (const [name, { schema, fallback, expected, secret }] of Object.entries(settings)) {
    const found = textOf(name, env)
    if ('problem' in found) {
      problems.push(found.problem)
      continue
    }
    const { text } = found
    if (text === '') {
      config[name] = fallback
      continue
    }
    const read = Schema.decodeUnknownExit(schema)(text)
    if (Exit.isSuccess(read)) config[name] = read.value
    else {
      const value = secret ? '(hidden)' : text
      problems.push({
        name,
        value,
        message: `${name} must be ${expected}; it is ${secret ? 'something else' : JSON.stringify(text)}`,
      })
    }
  }
  return problems.length > 0 ? { problems } : { config: config as Values<S> } // every name of S was filled above by its own schema
}

/** Settings that platform and gateway share; each picks the ones that it needs and adds its own. */
export const SHARED_SETTINGS = {
  PORT: declare(port(4400), 'where a person opens the desk'),
  PLATFORM_PORT: declare(port(0), 'where the platform listens for the gateway; 0: any free port'),
  DATA_DIR: declare(path('.data'), 'files of the embedded database, secrets, mails when no SMTP server is named'),
  REDIS_URL: declare(
    optional(address(['redis:', 'rediss:'], 'redis://127.0.0.1:6379', true)),
    'joins several gateways',
    'one gateway',
  ),
  PUBLIC_URL: declare(
    optional(address(['http:', 'https:'], 'https://desk.example.com')),
    'the desk’s address as the world sees it',
    '`http://127.0.0.1:PORT`',
  ),
  HSTS_INCLUDE_SUBDOMAINS: declare(flag(false), 'behind https, browsers ask for https below the desk’s name as well'),
  LOG_LEVEL: declare(
    oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
    'how much is said, in JSON lines on standard output',
  ),
  TRUSTED_PROXIES: declare(
    networkList('10.0.0.0/8,127.0.0.1'),
    'the balancers in front, which write X-Forwarded-For; that header is ignored from every other sender. Without this setting all clients behind a balancer share one address and its limits',
    'none',
  ),
  TRUST_FORWARDED_FOR: declare(
    flag(false),
    'before `TRUSTED_PROXIES`: any sender’s X-Forwarded-For is believed. It still works, and the log warns of it',
  ),
  DRAIN_NOTICE_MS: declare(
    wholeNumber(0, 0, 60_000),
    'how long a process answers after SIGTERM while /readyz says 503, so that a balancer sends no more; 5000 behind a balancer',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: declare(
    optional(bareAddress('http://127.0.0.1:4318')),
    'the collector that traces and metrics are sent to, by OTLP over HTTP with JSON (`/v1/traces` and `/v1/metrics` below it)',
    'nothing is sent',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: declare(
    optional(headerList()),
    'headers that the collector asks for: the only authorization that is sent to it',
    'none',
  ),
  OTEL_TRACES_SAMPLER_ARG: declare(share(0.01), 'which share of the requests is traced; 1: each'),
  ENVIRONMENT: declare(
    oneOf(['production', 'staging', 'qa', 'dev', 'local'], 'local'),
    'which of the environments of §7.1 this is',
  ),
  PASSWORD_POLICY: declare(
    oneOf(['desk', 'nist'], 'desk'),
    'which rules a new password meets: those of §5.25, or 15 characters and no composition; the browser gets the setting',
  ),
  PBI_TENANT_ID: declare(
    optional(
      setting(
        Schema.String.check(Schema.isPattern(/^[\w.-]{1,100}$/)),
        '',
        'a tenant’s id like contoso.onmicrosoft.com',
      ),
    ),
    'the tenant of the service whose reports are embedded (Power BI); with it PBI_CLIENT_ID and PBI_CLIENT_SECRET are needed, and the gateway lets its pages be framed',
    'no reports are embedded: screens show their own dashboards',
  ),
  FEED_TOKEN: declare(
    optional(
      setting(
        Schema.String.check(Schema.isPattern(new RegExp(`^[\\x21-\\x7e]{${LEAST_TOKEN_LENGTH},}$`))),
        '',
        `a token of at least ${LEAST_TOKEN_LENGTH} printable characters without spaces`,
        true,
      ),
    ),
    'the service token by which the gateway reads the change feed',
    'made at first start, in `DATA_DIR/feed-token`',
  ),
} as const

/** The text to print when the environment is not valid: every problem on its own line. */
export function describeProblems(problems: readonly EnvironmentProblem[]): string {
  return ['Sample Desk cannot start with this environment:', ...problems.map(({ message }) => `  ${message}`)].join(
    '\n',
  )
}
