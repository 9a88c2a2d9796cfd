import { Context } from 'effect'

/** What the platform's services need to know of the configuration. */
export interface PlatformSettings {
  /** The one internal account of §6.4. */
  readonly internalAccountId: number
  /** The gateway's service token. */
  readonly feedToken: string
  /** Header in which a CDN in front names the visitor's country, such as cf-ipcountry; unset: entrants' countries are not checked. */
  readonly countryHeader?: string | undefined
  /** Header in which something in front says that an address is a datacentre's; unset: not checked. */
  readonly datacentreHeader?: string | undefined
}

export class PlatformConfig extends Context.Service<PlatformConfig, PlatformSettings>()('@desk/platform/PlatformConfig') {}
