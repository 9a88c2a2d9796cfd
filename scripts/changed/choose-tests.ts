import { basename } from 'node:path'
import type { ImportGraph } from './import-graph.ts'

/** The test files that a change can reach; 'all' when unknown. */
export interface ChosenTests {
  /** The tests that vitest runs, of every lane. */
  readonly vitest: readonly string[] | 'all'
  readonly browser: readonly string[] | 'all'
}

const VITEST_TEST = /\.test\.tsx?$/
const BROWSER_TEST = /\.e2e\.ts$/
/** Everything that is built and run needs these. */
const UNDER_ALL =
  /(^|\/)(package\.json|tsconfig[\w.]*\.json|vite\.config\.ts)$|^(pnpm-lock\.yaml|pnpm-workspace\.yaml|vitest\.config\.ts|scripts\/lanes\/lane-files\.ts|\.ci\/.*)$/
/** These read the sources themselves. */
const READS_SOURCES = /^tests\/architecture\//
/** Component tests are run by it. */
const UNDER_COMPONENT_TESTS = 'apps/web/vitest.config.ts'
const COMPONENT_TEST = /\.component\.test\.tsx$/
/** Browser tests are set up by it. */
const UNDER_BROWSER_TESTS = 'tests/playwright.config.ts'
/** Texts for people; a test that reads one names it. */
const PROSE = /\.(md|svg|png)$|^\.(gitignore|git-blame-ignore-revs|ox\w+\.json)$/

const READS_PROSE = /\.test\.tsx?$|\.e2e\.ts$|^tests\//

/** A noun of the desk: a folder of the web's features, or of the platform's nouns. */
const NOUN = /^apps\/(?:web\/src\/features|platform\/src\/nouns)\/([\w-]+)\//
/** Here every noun is put together: what uses a noun from here says nothing of others. */
const PUTS_TOGETHER = /^apps\/(web\/src\/(app\/|main\.tsx)|platform\/src\/app\/)/
const PROGRAMS_AND_SHARED = /^(apps\/[\w-]+|packages\/[\w-]+)\//
/** The parts of programs and packages that only tests import, and the configuration of these tests. */
const FOR_TESTS_ALONE = /\/testing\/|\/vitest\.config\.ts$/

/** Chooses by imports which tests a change of these files can reach. */
export function chooseTests(changed: readonly string[], files: readonly string[], graph: ImportGraph): ChosenTests {
  if (changed.some(file => UNDER_ALL.test(file))) return { vitest: 'all', browser: 'all' }
  const roots = changed.map(file => startsAt(file, graph))
  if (roots.includes('all')) return { vitest: 'all', browser: 'all' }
  const starts = roots.flatMap(root => (root === 'all' ? [] : root))
  const reached = graph.reachedFrom(starts)
  const isSource = changed.some(file => graph.isSource(file))
  return {
    vitest: files.filter(
      file =>
        VITEST_TEST.test(file) &&
        (reached.has(file) ||
          (isSource && READS_SOURCES.test(file)) ||
          (changed.includes(UNDER_COMPONENT_TESTS) && COMPONENT_TEST.test(file))),
    ),
    browser: changed.includes(UNDER_BROWSER_TESTS) ? 'all' : chooseBrowserTests(starts, files, graph),
  }
}

/** The starting points of the search for users of a changed file. */
function startsAt(file: string, graph: ImportGraph): readonly string[] | 'all' {
  if (graph.isSource(file)) return [file]
  const snapshot = /^(.*)\/__snapshots__\/(.*)\.snap$/.exec(file)
  if (snapshot) return [`${snapshot[1]}/${snapshot[2]}`]
  const naming = graph.naming(basename(file))
  // a program may speak of a page without reading it
  if (PROSE.test(file)) return naming.filter(name => READS_PROSE.test(name))
  if (naming.length > 0) return [file, ...naming]
  if (/\.(ts|tsx)$/.test(file)) return [] // it is gone: whatever imported it has changed as well
  return 'all'
}

/**
 * Every browser test uses the whole desk, so imports alone would always choose all. A change that stays within nouns (their folders, and what
 * imports them up to where all are put together) reaches the tests that speak of these nouns; any other reaches all.
 */
function chooseBrowserTests(
  starts: readonly string[],
  files: readonly string[],
  graph: ImportGraph,
): ChosenTests['browser'] {
  const tests = files.filter(file => BROWSER_TEST.test(file))
  const ofTheDesk = starts.filter(
    file => PROGRAMS_AND_SHARED.test(file) && !VITEST_TEST.test(file) && !FOR_TESTS_ALONE.test(file),
  )
  const ofTheTests = graph.reachedFrom(starts.filter(file => file.startsWith('tests/') || FOR_TESTS_ALONE.test(file)))
  const nouns = nounsReachedFrom(ofTheDesk, graph)
  if (nouns === 'all') return 'all'
  return tests.filter(test => ofTheTests.has(test) || nouns.some(noun => speaksOf(graph.textOf(test), noun)))
}

function nounsReachedFrom(files: readonly string[], graph: ImportGraph): readonly string[] | 'all' {
  const reached = [...graph.reachedFrom(files, file => PUTS_TOGETHER.test(file))].filter(
    file => PROGRAMS_AND_SHARED.test(file) && !VITEST_TEST.test(file),
  )
  if (files.some(file => PUTS_TOGETHER.test(file))) return 'all'
  const nouns = new Set<string>()
  for (const file of reached) {
    if (PUTS_TOGETHER.test(file)) continue
    const noun = NOUN.exec(file)?.[1]
    if (noun === undefined) return 'all'
    nouns.add(noun)
  }
  return [...nouns]
}

/** In either case, one or many: 'rate-cards' is found in 'Rate card'. */
function speaksOf(text: string, noun: string): boolean {
  const words = noun.replace(/s$/, '').split('-').join('[ -]?')
  return new RegExp(words, 'i').test(text)
}
