import type { ComponentType } from 'react'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'

/**
 * Takes the place of the router's own function of this name (own-lazy-routes.ts), which keeps a failed page until something else is
 * opened, and reloads the document by itself, offline as well.
 * @param load imports the module of the page
 * @param name under which the module has it
 */
export function lazyRouteComponent<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
) {
  return lazyPart(async () => ({ default: (await load())[name] }), 'This page')
}
