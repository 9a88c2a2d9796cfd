import { useEffect, useEffectEvent, useState } from 'react'
import { printPage } from '#runtime/print-page.ts'

/** A list that is read a page at a time. */
export interface ReadPages {
  readonly error: Error | null
  readonly hasNextPage: boolean
  readonly fetchNextPage: () => Promise<{ readonly isError: boolean; readonly hasNextPage: boolean }>
}

/** Prints, also for Ctrl P, once every page of each list is read and drawn; a page that does not load ends it, and nothing is printed. */
export function usePrintWhole(lists: readonly ReadPages[]) {
  const [stage, setStage] = useState<'resting' | 'reading' | 'drawing'>('resting')
  const hasMore = lists.some(({ hasNextPage }) => hasNextPage)
  useEffect(() => {
    if (stage !== 'drawing' || hasMore) return undefined
    const frame = requestAnimationFrame(() => {
      setStage('resting')
      printPage()
    })
    return () => cancelAnimationFrame(frame)
  }, [stage, hasMore])
  const print = async () => {
    setStage('reading')
    for (const { hasNextPage, fetchNextPage } of lists) {
      let isMore = hasNextPage
      while (isMore) {
        const read = await fetchNextPage()
        if (read.isError) {
          setStage('resting')
          return
        }
        isMore = read.hasNextPage
      }
    }
    setStage('drawing')
  }
  const printByKey = useEffectEvent((event: KeyboardEvent) => {
    const isPrint =
      (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'p'
    if (!isPrint || event.defaultPrevented) return
    event.preventDefault()
    if (stage === 'resting') void print()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => printByKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return { isAsked: stage !== 'resting', print: () => void print() }
}
