import { Banner } from '../ui/banner.tsx'

/** Says that there is a newer build, and loads it (§2.46). Part of the first load: an old page may find no more files of its build. */
export function OutdatedBanner() {
  return (
    <Banner action={{ label: 'Reload', onPress: () => window.location.reload() }}>We’ve updated the app! Please reload to use the latest version.</Banner>
  )
}
