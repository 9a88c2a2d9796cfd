import { CLUSTER_FILES, FAULTS_FILES, PATHS_FILES } from '../lanes/lane-files.ts'

const DB_TEST = /\.db\.test\.ts$/
const COMPONENT_TEST = /\.component\.test\.tsx$/

export type VitestLaneName = 'unit' | 'component' | 'db' | 'faults' | 'cluster' | 'paths'

/** The lane that runs a test file of vitest's. */
export function laneOf(file: string): VitestLaneName {
  if (PATHS_FILES.some(pattern => matches(pattern, file))) return 'paths'
  if (FAULTS_FILES.some(pattern => matches(pattern, file))) return 'faults'
  if (CLUSTER_FILES.some(pattern => matches(pattern, file))) return 'cluster'
  if (DB_TEST.test(file)) return 'db'
  return COMPONENT_TEST.test(file) ? 'component' : 'unit'
}

/**
 * Whether a file has the form of a pattern of lane-files.ts: a star means anything within a folder, two any folders.
 */
function matches(pattern: string, file: string): boolean {
  const form = pattern
    .replaceAll('.', '\\.')
    .replaceAll('**/', '(?:folders)?')
    .replaceAll('*', '[^/]*')
    .replaceAll('folders', '.*/')
  return new RegExp(`^${form}$`).test(file)
}
