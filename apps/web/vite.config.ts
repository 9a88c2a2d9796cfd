import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { firstLoadGroups } from './first-load.ts'
import { ownLazyRoutes } from './own-lazy-routes.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Where the platform and the gateway answer while the client is served by Vite. */
const BACKEND = process.env['DESK_BACKEND'] ?? 'http://127.0.0.1:4400'
const BACKEND_PATHS = [
  '/v1',
  '/v2',
  '/v3',
  '/desk-api',
  '/socket.io',
  '/entry',
  '/return',
  '/practice-survey',
  '/version.json',
  '/healthz',
  '/client-config.json',
]

/**
 * The console speaks English; react-aria brings its few words in 34 languages, for every component.
 * Leaving the others out of the build takes several KB off the first load. Languages that are left out fall back to en-US.
 */
function englishOnly(): Plugin {
  const otherLanguage =
    /[\\/](?:react-aria|react-stately|react-aria-components)[\\/]dist[\\/].*[\\/]intl[\\/].*(?<!en-US)\.m?js$/
  return {
    name: 'desk:english-only',
    enforce: 'pre',
    load: { filter: { id: otherLanguage }, handler: () => 'export default {}' },
  }
}

/** sonner writes its sheet into a style tag, which the content security policy forbids; toasts.tsx imports the same sheet as a file. */
function withoutInjectedStyles(): Plugin {
  return {
    name: 'desk:without-injected-styles',
    transform: {
      filter: { id: /[\\/]sonner[\\/]dist[\\/]index\.mjs$/ },
      handler(code) {
        const stripped = code.replace(/^__insertCSS\(.*\);$/m, '')
        if (stripped === code)
          this.error('sonner no longer injects its styles the way this plugin expects: look at its dist again')
        return { code: stripped, map: null }
      },
    },
  }
}

/** Pages that are built each by itself, so that nothing of the console comes with them: they start no session (docs/decisions/0059, 0066). */
const OWN_PAGES: Readonly<Record<string, string>> = {
  verifier: 'verify-statement.html',
  supplier: 'supplier-statements.html',
}

export default defineConfig(({ mode }) => {
  const ownPage = OWN_PAGES[mode]
  return {
    root: here('.'),
    plugins: [
      englishOnly(),
      withoutInjectedStyles(),
      ...(ownPage === undefined && existsSync(here('src/app/routes/__root.tsx'))
        ? [
            tanstackRouter({
              target: 'react',
              routesDirectory: here('src/app/routes'),
              generatedRouteTree: here('src/app/routeTree.gen.ts'),
              autoCodeSplitting: true,
              addExtensions: true,
              quoteStyle: 'single',
              semicolons: false,
            }),
            ownLazyRoutes(),
          ]
        : []),
      react({ compiler: true }),
    ],
    build: {
      outDir: here('dist'),
      emptyOutDir: ownPage === undefined,
      manifest: ownPage === undefined,
      // From these versions on the build leaves light-dark() as written.
      target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
      ...(ownPage === undefined
        ? {
            rolldownOptions: {
              // effect declares hundreds of schemas, of cookies and addresses too; a read of a property is no reason to include one
              treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
              output: { codeSplitting: { groups: firstLoadGroups() } },
            },
          }
        : { rolldownOptions: { input: here(ownPage) } }),
    },
    server: {
      host: '127.0.0.1',
      port: 5173,
      proxy: Object.fromEntries(
        BACKEND_PATHS.map(path => [path, { target: BACKEND, changeOrigin: false, ws: path === '/socket.io' }]),
      ),
    },
  }
})
