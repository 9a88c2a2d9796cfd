import { useNavigate, useSearch } from '@tanstack/react-router'

/** The query of the page's hash path; numbers and booleans arrive as such. Values must be validated, since a link may contain anything. */
export type UrlSearch = Readonly<Record<string, unknown>>

/**
 * Changes the query: an undefined value takes its key out. Each change is an entry of the history, so that Back undoes it (look.md 16).
 * @param isTyped true for typing or dragging: replaces the present entry instead
 */
export type ChangeSearch = (patch: UrlSearch, isTyped?: boolean) => void

/** The state that a screen keeps in the URL: filters, sort, range, view. @returns the query, and what changes it */
export function useUrlSearch(): readonly [UrlSearch, ChangeSearch] {
  const search: UrlSearch = useSearch({ strict: false })
  return [search, useChangeSearch()]
}

/** The same without reading the query: its user draws nothing again when the query changes. */
export function useChangeSearch(): ChangeSearch {
  const navigate = useNavigate()
  return (patch, isTyped = false) =>
    void navigate({
      to: '.',
      // Which keys a screen keeps is the screen's; the router's types know none of them.
      search: ((before: UrlSearch) => ({ ...before, ...patch })) as never,
      replace: isTyped,
      resetScroll: false,
    })
}
