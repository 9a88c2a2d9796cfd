import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup
type Context = Rolldown.ChunkingContext

const src = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url))
/** The router's plugin splits a route's component off; it loads when the route is shown. */
const component = (route: string) => `${src(`app/routes/${route}.tsx`)}?tsr-split=component`

const START = [src('main.tsx'), src('runtime/create-desk.ts')]
const SIGN_IN = ['_account', '_account/login'].map(component)
/** The decoders: of the answers that the first screen waits for, and of all others, whose schemas forms use too. */
const FIRST_ANSWERS = [src('runtime/api/first-answer-decoder.ts')]
const ANSWERS = [src('runtime/api/answer-schemas.ts')]
/** Modules that every page loads once its first screen is shown (shell.tsx, browser-ports.ts), some of them without a session too. */
const AHEAD = [
  'app/shell/user-drawer.tsx',
  'app/shell/palette.tsx',
  'runtime/live/push-module.ts',
  'runtime/session/idle.ts',
].map(src)
const EVERYWHERE = ['runtime/journal/journal-writer.ts', 'runtime/version/version-poll.ts', 'ui/toaster.tsx'].map(src)
const CONSOLE = ['_desk', '_desk/projects/index'].map(component)

// these name everything in a library: the modules that use it name the parts in use
const INDEX_OF_ALL = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]lucide-react|[\\/]effect[\\/]dist[\\/]index/
/** Of what an index names, what no page starts with: queries of many and of endless lists, mutations, blocked ways. */
const STARTED_WITH_BY_NONE =
  /[\\/]@tanstack[\\/](?:query-core|react-query)[\\/].*(?:queriesObserver|infiniteQueryObserver|mutationObserver|useQueries|useInfiniteQuery|useMutation)|[\\/]react-router[\\/].*useBlocker/
const ICON = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/

/** All modules that these import, directly or not, without lazy ones. */
function closure(roots: readonly string[], context: Context): ReadonlySet<string> {
  const found = new Set<string>()
  const walk = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    const module = context.getModuleInfo(id)
    // a route that is not where it was would silently be left out of the first load
    if (module === null && roots.includes(id)) throw new Error(`first-load.ts names ${id}, which the build has not`)
    if (module === null) return
    if (!INDEX_OF_ALL.test(id)) module.importedIds.forEach(walk)
  }
  roots.forEach(walk)
  return found
}

const without = (all: ReadonlySet<string>, left: readonly string[]): ReadonlySet<string> => {
  const others = new Set(left)
  return new Set([...all].filter(id => !others.has(id)))
}

/**
 * The first load in pieces: one that every page starts with, and one more each for the console's first screen and the sign-in page. Left
 * to itself the bundler cuts a piece for each set of pages that share something, a hundred of them, and small pieces compress badly (B8).
 */
export function firstLoadGroups(): Group[] {
  let sets:
    | {
        readonly start: ReadonlySet<string>
        readonly signIn: ReadonlySet<string>
        readonly console: ReadonlySet<string>
        readonly firstAnswers: ReadonlySet<string>
        readonly answers: ReadonlySet<string>
        readonly ahead: ReadonlySet<string>
      }
    | undefined
  const setsIn = (context: Context) =>
    (sets ??= {
      start: closure(START, context),
      signIn: closure(SIGN_IN, context),
      console: closure(CONSOLE, context),
      firstAnswers: closure(FIRST_ANSWERS, context),
      answers: closure(ANSWERS, context),
      // each stays a file of its own, which may fail or be asked for by itself; what they share comes at once
      ahead: without(closure(AHEAD, context), [...AHEAD, ...closure(EVERYWHERE, context)]),
    })
  const isOfStart = (id: string, context: Context) => {
    const { start, signIn, console } = setsIn(context)
    if (STARTED_WITH_BY_NONE.test(id)) return false
    return start.has(id) || (signIn.has(id) && console.has(id))
  }
  const isLeftOut = (id: string) => ICON.test(id) || STARTED_WITH_BY_NONE.test(id)
  return [
    { name: (id, context) => (!ICON.test(id) && isOfStart(id, context) ? 'start' : null), priority: 4 },
    { name: (id, context) => (!isLeftOut(id) && setsIn(context).console.has(id) ? 'console' : null), priority: 3 },
    { name: (id, context) => (!isLeftOut(id) && setsIn(context).signIn.has(id) ? 'sign-in' : null), priority: 3 },
    { name: (id, context) => (setsIn(context).firstAnswers.has(id) ? 'first-answers' : null), priority: 2 },
    { name: (id, context) => (setsIn(context).answers.has(id) ? 'answers' : null), priority: 1 },
    { name: (id, context) => (setsIn(context).ahead.has(id) ? 'ahead' : null), priority: 0 },
  ]
}
