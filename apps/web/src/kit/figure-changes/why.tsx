'use no memo'

import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { useLooking } from './use-looked.ts'
import { onWhyAsked, type WhyAsked } from './why-request.ts'
import { NO_WHY, readWhy, whySearch, whySinceThen, whyText, type WhyReport } from './why-search.ts'

const WhyDrawer = lazyOverlay<{ readonly report: WhyReport | undefined; readonly onMissing: () => void }>(
  () => import('./why-drawer.tsx'),
  'The explanation of a figure',
  ({ onMissing }) => onMissing(),
)
const WhyMenu = lazyOverlay(
  () => import('./why-menu.tsx'),
  'The menu of a figure',
  ({ onClose }) => onClose(),
)

/** The panel that tells why a figure changed, loaded on first use; once per screen. @param report of whose lines it tells; left out: of objects alone */
export function Why({ report }: { readonly report?: WhyReport }) {
  const [search, change] = useUrlSearch()
  const isOpen = readWhy(search, report) !== undefined
  const [wasOpen, setWasOpen] = useState(isOpen)
  const [menu, setMenu] = useState<WhyAsked | null>(null)
  if (isOpen && !wasOpen) setWasOpen(true)
  useLooking()
  const { history } = useRouter()
  const zone = useZone()
  const open = ({ of, path }: WhyAsked) =>
    path === undefined
      ? change({ ...NO_WHY, ...whySearch(of), ...whySinceThen(search, Date.now(), zone.name) })
      : history.push(path)
  const ask = useEffectEvent((asked: WhyAsked) => (asked.menuAt === null ? open(asked) : setMenu(asked)))
  useEffect(() => onWhyAsked(asked => ask(asked)), [])
  const close = () => {
    setWasOpen(false)
    change(NO_WHY)
  }
  return (
    <Suspense fallback={null}>
      {wasOpen ? <WhyDrawer report={report} onMissing={close} /> : null}
      {menu?.menuAt == null ? null : (
        <WhyMenu key={whyText(menu.of)} at={menu.menuAt} onClose={() => setMenu(null)} onWhy={() => open(menu)} />
      )}
    </Suspense>
  )
}
