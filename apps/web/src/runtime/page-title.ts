/** The title of a page without one of its own (§2.33). */
export const DEFAULT_APP_TITLE = 'Projects'

/** The document's title (§2.33): the page's, then the suffix. */
export const documentTitle = (title: string | null, providerName: string): string =>
  `${title ?? DEFAULT_APP_TITLE} | ${providerName}`
