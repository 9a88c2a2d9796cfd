import { useQueryClient } from '@tanstack/react-query'

/** Gives what to call once a test was started: its link is used up, and the source has one test more. */
export function useTestStarted(): () => void {
  const client = useQueryClient()
  return () => {
    // after the browser has followed the link as it is
    setTimeout(() => {
      void client.invalidateQueries({ queryKey: ['sources.testLink'] })
      void client.invalidateQueries({ queryKey: ['sources.tests'] })
    })
  }
}
