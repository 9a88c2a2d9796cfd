import { readGatewayEnvironment } from '../apps/gateway/src/environment.ts'
import { readConfig } from '../apps/platform/src/kernel/config/config.ts'
import { describeProblems, type EnvironmentProblem } from '../packages/schema/src/config/environment.ts'

/** All faults in the settings of both processes, each variable once, reported before either starts. */
export function setupProblems(env: Readonly<Record<string, string | undefined>>): readonly EnvironmentProblem[] {
  const problems = [readConfig(env), readGatewayEnvironment(env)].flatMap(read =>
    'problems' in read ? read.problems : [],
  )
  return [...new Map(problems.map(problem => [problem.name, problem])).values()]
}

/** Ends this process with everything that is wrong, before anything is built, starts, or says that it answers. */
export function endOnSetupProblems(): void {
  const problems = setupProblems(process.env)
  if (problems.length === 0) return
  console.error(describeProblems(problems))
  process.exit(1)
}
