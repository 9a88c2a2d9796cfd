import { useEffect, useState } from 'react'
import { printPage } from '#runtime/print-page.ts'

/** A list that is read a page at a time. */
export interface ReadPages {
  readonly error: Error | null
  readonly hasNextPage: boolean
  readonly fetchNextPage: () => Promise<{ readonly isError: boolean; readonly hasNextPage: boolean }>
}

/** Prints once every page is read and drawn; a page that does not load ends it, and nothing is printed. */
export function usePrintWhole({ hasNextPage, fetchNextPage }: ReadPages) {
  const [stage, setStage] = useState<'resting' | 'reading' | 'drawing'>('resting')
  useEffect(() => {
    if (stage !== 'drawing' || hasNextPage) return undefined
    const frame = requestAnimationFrame(() => {
      setStage('resting')
      printPage()
    })
    return () => cancelAnimationFrame(frame)
  }, [stage, hasNextPage])
  const print = async () => {
    setStage('reading')
    let isMore = hasNextPage
    while (isMore) {
      const read = await fetchNextPage()
      if (read.isError) {
        setStage('resting')
        return
      }
      isMore = read.hasNextPage
    }
    setStage('drawing')
  }
  return { isAsked: stage !== 'resting', print: () => void print() }
}
