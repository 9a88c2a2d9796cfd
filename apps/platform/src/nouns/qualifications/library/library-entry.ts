/** A language and a country, as ISO 639-1 and ISO 3166-1 alpha-2: 'en-US'. */
export type Locale = `${string}-${string}`

/** One question with its answers, worded the same in some locales; the answers' precodes are the numbers from 1. */
export interface LibraryText {
  readonly locales: readonly Locale[]
  readonly question: string
  /** In the language of the question; as many as the entry's English ones, or as `english`. */
  readonly options?: readonly string[]
  /** English names, where the answers are not those of the other texts. */
  readonly english?: readonly string[]
}

/** A qualification that every account finds in the library. */
export interface LibraryEntry {
  readonly id: number
  readonly name: string
  readonly precode: string
  readonly type: number
  readonly category: number
  /** The first text is English, and its options name those of all others. */
  readonly texts: readonly [LibraryText, ...LibraryText[]]
}

export const ENGLISH = ['en-US', 'en-GB', 'en-CA', 'en-AU'] as const
export const GERMAN = ['de-DE', 'de-AT'] as const
export const FRENCH = ['fr-FR', 'fr-CA'] as const
export const SPANISH = ['es-ES', 'es-MX', 'es-US'] as const
