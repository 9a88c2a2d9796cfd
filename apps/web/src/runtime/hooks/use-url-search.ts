import { useNavigate, useSearch } from '@tanstack/react-router'

/** The query of the page's hash path; numbers and booleans arrive as such. What others wrote there must be checked. */
export type UrlSearch = Readonly<Record<string, unknown>>

/**
 * The state that a screen keeps in the URL: filters, sort, range, view.
 * @returns the query, and a change to it: an undefined value takes its key out; the history keeps no entry of it
 */
export function useUrlSearch(): readonly [UrlSearch, (change: UrlSearch) => void] {
  const search: UrlSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (patch: UrlSearch) =>
    // Which keys a screen keeps is the screen's; the router's types know none of them.
    void navigate({ to: '.', search: ((before: UrlSearch) => ({ ...before, ...patch })) as never, replace: true, resetScroll: false })
  return [search, change]
}
