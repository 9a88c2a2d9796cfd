import { execFileSync } from 'node:child_process'

const MAIN = 'main'

function git(root: string, args: readonly string[]): string[] {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e9 })
    .split('\n')
    .filter(line => line !== '')
}

/** Every file of the project that git keeps, or would keep if it were added. */
export function projectFiles(root: string): string[] {
  return git(root, ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'])
}

/** The files changed since this branch left main, committed or not; on main itself, with nothing uncommitted, those of the last commit. */
export function changedFiles(root: string): string[] {
  const since = (commit: string): string[] => [
    ...git(root, ['diff', '--name-only', '--no-renames', commit]),
    ...git(root, ['ls-files', '--others', '--exclude-standard']),
  ]
  const [base = 'HEAD'] = git(root, ['merge-base', 'HEAD', MAIN])
  const changed = since(base)
  return changed.length > 0 ? changed : since('HEAD~1')
}
