import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ROUTES = /[\\/]src[\\/]app[\\/]routes[\\/].*\.tsx$/
const OWN = fileURLToPath(new URL('src/app/lazy-route.ts', import.meta.url))
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*(['"])@tanstack\/react-router\2;?/g
const NAME = 'lazyRouteComponent'

/**
 * Has a route take its page from the client's own lazyRouteComponent.
 * @param code what the router's plugin has made of the route
 * @returns null where it loads nothing later
 */
export function withOwnLazyRoute(code: string): string | null {
  if (!code.includes(NAME)) return null
  let found = 0
  const taken = code.replace(IMPORT, (whole, names: string) => {
    const all = names
      .split(',')
      .map(name => name.trim())
      .filter(name => name !== '')
    const others = all.filter(name => name !== NAME)
    found += all.length - others.length
    return others.length === all.length
      ? whole
      : others.length === 0
        ? ''
        : `import { ${others.join(', ')} } from '@tanstack/react-router'`
  })
  if (found === 0)
    throw new Error(
      `The router's plugin no longer imports ${NAME} the way own-lazy-routes.ts expects: look at what it makes again.`,
    )
  return `import { ${NAME} } from ${JSON.stringify(OWN)}\n${taken}`
}

/** Must come after the router's plugin. */
export function ownLazyRoutes(): Plugin {
  return {
    name: 'desk:own-lazy-routes',
    transform: {
      filter: { id: ROUTES },
      handler(code) {
        const taken = withOwnLazyRoute(code)
        return taken === null ? null : { code: taken, map: null }
      },
    },
  }
}
