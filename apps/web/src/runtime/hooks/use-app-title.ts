import { useEffect } from 'react'
import { documentTitle } from '../page-title.ts'
import { useConfig } from './use-config.ts'

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
