/** For how many days journals without new entries are kept. */
export const JOURNAL_DAYS_DEFAULT = 30

/** For how many minutes a place in a sub-quota is kept: the greatest stated LOI, so that nobody within the LOI loses their place. */
export const PLACE_KEPT_MINUTES = 120

/** How many calls an API key may send in a minute to one process. */
export const KEY_CALLS_A_MINUTE = 600

/** How many requests one address may send in a minute to one process. */
export interface LinkLimits {
  /** To one source's link. */
  readonly entriesAMinute: number
  /** For one account's returns: generous, since one survey server may send all of them. */
  readonly returnsAMinute: number
}

export const LINK_LIMITS: LinkLimits = { entriesAMinute: 600, returnsAMinute: 6_000 }
