import type { ComponentType } from 'react'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'

/**
 * Replaces the router's own function of this name (own-lazy-routes.ts), which shows a failed page until another is opened, and
 * reloads the document by itself, even offline.
 * @param load imports the module of the page
 * @param name under which the module has it
 */
export function lazyRouteComponent<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
) {
  return lazyPart(async () => ({ default: (await load())[name] }), 'This page')
}
