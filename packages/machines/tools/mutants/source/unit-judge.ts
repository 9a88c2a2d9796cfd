import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node'
import { instrument, type SourceChange } from './instrument.ts'
import { isMutated, SRC, SWITCH_FILE } from './mutated-files.ts'

const PACKAGE = join(SRC, '..')

/** Runs the unit tests of the machines over code with one change on. */
export class UnitJudge {
  readonly #vitest: Vitest
  readonly #tests: readonly TestSpecification[]

  private constructor(vitest: Vitest, tests: readonly TestSpecification[]) {
    this.#vitest = vitest
    this.#tests = tests
  }

  static async begin(): Promise<UnitJudge> {
    mkdirSync(join(SWITCH_FILE, '..'), { recursive: true })
    const vitest = await createVitest(
      'test',
      {
        config: false,
        root: PACKAGE,
        include: ['src/**/*.test.ts'],
        setupFiles: [join(import.meta.dirname, 'unit-setup.ts')],
        watch: false,
        reporters: [{}],
        pool: 'threads',
        bail: 1,
        testTimeout: 60_000,
      },
      {
        plugins: [
          {
            name: 'mutants',
            enforce: 'pre',
            load: id => (isMutated(id) ? instrument(readFileSync(id, 'utf8'), relative(SRC, id)).code : null),
          },
        ],
      },
    )
    return new UnitJudge(vitest, await vitest.globTestSpecifications())
  }

  /** Whether a test fails with the change on: of those beside the changed file, then of those beside the machines that reach it. */
  async notices({ id }: Pick<SourceChange, 'id'>, machines: ReadonlySet<string>): Promise<boolean> {
    writeFileSync(SWITCH_FILE, id)
    const [folder = ''] = id.split('/')
    const testsOf = (folders: ReadonlySet<string>) =>
      this.#tests.filter(({ moduleId }) => folders.has(relative(SRC, moduleId).split('/')[0] ?? ''))
    return (
      (await this.#fails(testsOf(new Set([folder])))) ||
      (await this.#fails(testsOf(new Set([...machines].filter(name => name !== folder)))))
    )
  }

  /** Whether a test fails on the unchanged code: later failures would then prove nothing. */
  async isRed(): Promise<boolean> {
    writeFileSync(SWITCH_FILE, '')
    return this.#fails(this.#tests)
  }

  async #fails(tests: readonly TestSpecification[]): Promise<boolean> {
    if (tests.length === 0) return false
    const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications([...tests])
    return unhandledErrors.length > 0 || testModules.some(module => !module.ok())
  }

  async end(): Promise<void> {
    await this.#vitest.close()
  }
}
