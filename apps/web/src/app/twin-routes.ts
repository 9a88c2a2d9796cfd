import { createRoute, type AnyRoute } from '@tanstack/react-router'
import { twinOf } from './paths.ts'

/**
 * Adds the second path of each page with two prefixes (§2.17). The router's generator takes a route file for one path only, so
 * the other is created here with the same options.
 * @param desk the route whose children are the pages of a session
 */
export function addTwins(desk: AnyRoute): void {
  const children: readonly AnyRoute[] = Object.values(desk.children ?? {})
  const twins = children.flatMap(route => {
    // the generated tree keeps a route's id and path among its options, where the library's types do not name them
    const { id: _, path = '', ...options } = route.options as { readonly id?: string; readonly path?: string }
    const twin = twinOf(path)
    return twin === null ? [] : [createRoute({ ...options, path: twin, getParentRoute: () => desk })]
  })
  desk.addChildren([...children, ...twins])
}
