/** For how many days journals are kept that nothing is added to. */
export const JOURNAL_DAYS_DEFAULT = 30

/** For how many minutes a place in a sub-quota is kept: as long as an interview may be stated to take, so that nobody who keeps to that loses theirs. */
export const PLACE_KEPT_MINUTES = 120

/** How many requests one address may send in a minute to one process. */
export interface LinkLimits {
  /** To one source's link. */
  readonly entriesAMinute: number
  /** For one account's respondents: generous, for a survey's server that returns all of them. */
  readonly returnsAMinute: number
}

export const LINK_LIMITS: LinkLimits = { entriesAMinute: 600, returnsAMinute: 6_000 }
