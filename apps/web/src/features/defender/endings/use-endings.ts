import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useLiveTopic } from '#runtime/hooks/use-live-topic.ts'
import type { endingQuery } from './endings-search.ts'

/** A push says that a respondent moved, not where: the overview is read again at most this often. */
const REREAD_AT_MOST_EVERY_MS = 500

/** Where entrants end, read again as soon as the server says that figures changed; the old figures stay while new ones load. */
export function useEndings(query: ReturnType<typeof endingQuery>) {
  const desk = useDesk()
  const read = useQuery({
    ...desk.query('defenderViews.endings', { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const { refetch } = read
  const soon = useRef<ReturnType<typeof setTimeout> | null>(null)
  const lastMs = useRef(0)
  useEffect(
    () => () => {
      if (soon.current !== null) clearTimeout(soon.current)
      soon.current = null
    },
    [],
  )
  const readAgain = () => {
    soon.current ??= setTimeout(
      () => {
        soon.current = null
        lastMs.current = performance.now()
        void refetch()
      },
      Math.max(0, lastMs.current + REREAD_AT_MOST_EVERY_MS - performance.now()),
    )
  }
  useLiveTopic<null>('projects', {
    read: () => Promise.resolve(null),
    applySnapshot: readAgain,
    applyFrame: readAgain,
  })
  return read
}
