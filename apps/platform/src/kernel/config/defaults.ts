/** For how many days journals without new entries are stored. */
export const JOURNAL_DAYS_DEFAULT = 30

/**
 * For how many minutes a place in a sub-quota is reserved: the greatest stated LOI, so that no respondent within the
 * LOI loses their place.
 */
export const PLACE_KEPT_MINUTES = 120

/** How many calls an API key may send in a minute to one process. */
export const KEY_CALLS_A_MINUTE = 600

/** How often surveys are looked for whose link check is due. */
export const LINK_CHECK_SWEEP_MS = 60_000

/** How many requests one address may send in a minute to one process. */
export interface LinkLimits {
  /** To one source's link. */
  readonly entriesAMinute: number
  /** For one account's returns: generous, since one survey server may send all of them. */
  readonly returnsAMinute: number
}

export const LINK_LIMITS: LinkLimits = { entriesAMinute: 600, returnsAMinute: 6_000 }

/** The longest time of an answer by a language model: the gateway gives up on a silent platform after 30 seconds. */
export const LLM_TIMEOUT_MS = 25_000
/** How many tokens an account may use of a language model in a month. */
export const LLM_TOKENS_A_MONTH = 5_000_000
/** How many questions of an account a language model may be asked in a minute. */
export const LLM_QUESTIONS_A_MINUTE = 20
