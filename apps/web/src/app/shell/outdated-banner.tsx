import { useSyncExternalStore } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Banner } from '#ui/banner.tsx'

/**
 * Says that there is a newer build, and loads it (§2.46). Part of the first load: an old page may no longer find the files of its
 * build.
 */
export function OutdatedBanner() {
  const desk = useDesk()
  const isOutdated = useSyncExternalStore(desk.outdated.subscribe, desk.outdated.isSet)
  if (!isOutdated) return null
  return (
    <Banner action={{ label: 'Reload', onPress: desk.outdated.reload }}>
      We’ve updated the app! Please reload to use the latest version.
    </Banner>
  )
}
