import { useEffect } from 'react'
import { useConfig } from './use-config.ts'

/** What a page without a title of its own is called (§2.33). */
export const DEFAULT_APP_TITLE = 'Projects'

/** The document's title (§2.33): the page's, then the suffix. */
export const documentTitle = (title: string | null, providerName: string): string => `${title ?? DEFAULT_APP_TITLE} | ${providerName}`

/**
 * Names the page in the document's title while it is shown.
 * @param title null while it is not known yet
 */
export function useAppTitle(title: string | null): void {
  const { provider } = useConfig()
  useEffect(() => {
    document.title = documentTitle(title, provider.name)
    return () => {
      document.title = documentTitle(null, provider.name)
    }
  }, [title, provider.name])
}
