import { Context } from 'effect'

/** What the platform's services need to know of the configuration. */
export interface PlatformSettings {
  /** The one internal account of §6.4. */
  readonly internalAccountId: number
  /** The gateway's service token. */
  readonly feedToken: string
}

export class PlatformConfig extends Context.Service<PlatformConfig, PlatformSettings>()('@desk/platform/PlatformConfig') {}
