import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import type { ExplainDrawerProps } from './explain-drawer.tsx'
import { onExplainAsked } from './explain-request.ts'
import { placeText, readExplainSearch, type RespondentsPlace } from './explain-search.ts'

const ExplainDrawer = lazyOverlay<ExplainDrawerProps & { readonly onMissing: () => void }>(
  () => import('./explain-drawer.tsx'),
  'The explanation',
  ({ onMissing }) => onMissing(),
)

/** The drawer that explains a respondent, loaded on first use; once per screen. */
export function Explain(props: ExplainDrawerProps) {
  const [search, change] = useUrlSearch()
  const isOpen = readExplainSearch(search).explain !== undefined
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  const open = useEffectEvent((place: RespondentsPlace) => change({ explain: placeText(place), find: undefined }))
  useEffect(() => onExplainAsked(place => open(place)), [])
  const close = () => {
    setWasOpen(false)
    change({ explain: undefined, find: undefined })
  }
  return <Suspense fallback={null}>{wasOpen ? <ExplainDrawer {...props} onMissing={close} /> : null}</Suspense>
}
