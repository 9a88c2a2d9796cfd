import type { PasswordPolicy } from '@desk/schema/users/password-rules'

/** Where the client runs (§7.1). `local` is a developer's machine, `other` any host that the configuration does not name. */
export type Environment = 'production' | 'staging' | 'qa' | 'dev' | 'local' | 'other'
type ByAccountType = Readonly<Record<'DESK' | 'DEFENDER', string | null>>

/** The settings of an installation. A link that is null is not shown. */
export interface ClientConfig {
  /** Host names and the environment each is; a host that is not named is `local` on this machine, else `other`. */
  readonly hosts: Readonly<Record<string, Environment>>
  /** Where the API answers, by environment; '' is the origin that served the page. */
  readonly apiBases: Readonly<Record<Environment, string>>
  /** Where paths with /mock-api/ go (§7.3). */
  readonly mockServer: string
  /** Where paths with /desk-api/ go (§7.3); '' is the origin that served the page. */
  readonly deskHost: string
  readonly provider: { readonly name: string; readonly url: string | null; readonly privacyPolicyUrl: string | null }
  readonly links: {
    readonly redirectGuide: string | null
    readonly dataCleaning: string | null
    readonly reference: ByAccountType
    readonly contactSupport: ByAccountType
    /** Documentation, each linked where it is needed (§9.13). */
    readonly docs: {
      readonly hashing: string | null
      readonly pacing: string | null
      readonly completeApi: string | null
      readonly respondentUpload: string | null
    }
  }
  /** Where analytics events are posted; null sends nothing. */
  readonly analyticsUrl: string | null
  /**
   * The shown rules for a new password; the gateway passes on the platform's PASSWORD_POLICY here, which has the last
   * word.
   */
  readonly passwordPolicy: PasswordPolicy
}

export const DEFAULT_CONFIG: ClientConfig = {
  hosts: {},
  apiBases: { production: '', staging: '', qa: '', dev: '', local: '', other: '' },
  mockServer: 'http://127.0.0.1:4480',
  deskHost: '',
  provider: { name: 'Sample Desk', url: null, privacyPolicyUrl: null },
  links: {
    redirectGuide: null,
    dataCleaning: null,
    reference: { DESK: null, DEFENDER: null },
    contactSupport: { DESK: null, DEFENDER: null },
    docs: { hashing: null, pacing: null, completeApi: null, respondentUpload: null },
  },
  analyticsUrl: null,
  passwordPolicy: 'desk',
}

const ENVIRONMENTS: ReadonlySet<string> = new Set(Object.keys(DEFAULT_CONFIG.apiBases))
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

type Json = Readonly<Record<string, unknown>>
const asObject = (value: unknown): Json =>
  // An object that is neither null nor a list has string keys; what they hold is checked where it is taken.
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)
const link = (value: unknown, otherwise: string | null): string | null =>
  value === null ? null : typeof value === 'string' && isWebAddress(value) ? value : otherwise
/** An origin, or '' for the page's own. A closing slash is dropped, so that paths can follow. */
const origin = (value: unknown, otherwise: string): string =>
  value === '' ? '' : typeof value === 'string' && isWebAddress(value) ? value.replace(/(?<!\/)\/+$/, '') : otherwise

/**
 * Merges the installation's file over the defaults. A missing or invalid value keeps its default, so that a mistake in the file
 * never stops the client.
 * @param file the parsed content of /client-config.json
 */
export function configFrom(file: unknown): ClientConfig {
  const given = asObject(file)
  const bases = asObject(given['apiBases'])
  const provider = asObject(given['provider'])
  const links = asObject(given['links'])
  const docs = asObject(links['docs'])
  const byType = (value: unknown): ByAccountType => ({
    DESK: link(asObject(value)['DESK'], null),
    DEFENDER: link(asObject(value)['DEFENDER'], null),
  })
  const base = (name: Environment) => origin(bases[name], DEFAULT_CONFIG.apiBases[name])
  return {
    hosts: Object.fromEntries(
      Object.entries(asObject(given['hosts'])).filter(
        (entry): entry is [string, Environment] => typeof entry[1] === 'string' && ENVIRONMENTS.has(entry[1]),
      ),
    ),
    apiBases: {
      production: base('production'),
      staging: base('staging'),
      qa: base('qa'),
      dev: base('dev'),
      local: base('local'),
      other: base('other'),
    },
    mockServer: origin(given['mockServer'], DEFAULT_CONFIG.mockServer),
    deskHost: origin(given['deskHost'], DEFAULT_CONFIG.deskHost),
    provider: {
      name:
        typeof provider['name'] === 'string' && provider['name'] !== ''
          ? provider['name']
          : DEFAULT_CONFIG.provider.name,
      url: link(provider['url'], null),
      privacyPolicyUrl: link(provider['privacyPolicyUrl'], null),
    },
    links: {
      redirectGuide: link(links['redirectGuide'], null),
      dataCleaning: link(links['dataCleaning'], null),
      reference: byType(links['reference']),
      contactSupport: byType(links['contactSupport']),
      docs: {
        hashing: link(docs['hashing'], null),
        pacing: link(docs['pacing'], null),
        completeApi: link(docs['completeApi'], null),
        respondentUpload: link(docs['respondentUpload'], null),
      },
    },
    analyticsUrl: link(given['analyticsUrl'], null),
    passwordPolicy: given['passwordPolicy'] === 'nist' ? 'nist' : DEFAULT_CONFIG.passwordPolicy,
  }
}

/**
 * Names the environment of a host (§7.1).
 * @param hostname the page's host name, without the port
 */
export function environmentOf(hostname: string, config: ClientConfig): Environment {
  return config.hosts[hostname] ?? (LOCAL_HOSTS.has(hostname) ? 'local' : 'other')
}
