import type { DeskDatabase } from '@desk/platform/kernel/db/desk-database'
import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import type { PlannedProject, PlannedSource } from '@desk/platform/demo/demo-plan'
import { writeStudies, type WrittenSource } from '@desk/platform/demo/demo-studies'

/** A survey of the tests with its sources, by their names. */
export interface DeskStudy {
  readonly projectId: number
  readonly surveyId: number
  readonly sources: Readonly<Record<string, WrittenSource>>
  /** The hash paths of its screens. */
  readonly surveyListPath: string
  readonly sourceTablePath: string
}

/**
 * The options of an unusual study; the usual one has two live sources, a target of 100 each, $2.50 and then 50 cents
 * more.
 */
export interface StudyOptions {
  readonly sources?: readonly (string | (Partial<PlannedSource> & { readonly name: string }))[]
  readonly status?: PlannedProject['status']
  readonly consultantUserId?: number
  readonly businessUnitId?: number
}

/** Writes a study with one survey as the demo's are written: suppliers with redirects, a launch in the history. */
export async function writeStudy(
  database: DeskDatabase,
  account: 'acme' | 'beta' | number,
  projectName: string,
  options: StudyOptions = {},
): Promise<DeskStudy> {
  const {
    sources: wanted = ['North panel', 'South panel'],
    status = 'live',
    consultantUserId,
    businessUnitId,
  } = options
  const sources = wanted.map((source, no): PlannedSource => ({
    type: 'diy',
    status: 'live',
    reason: null,
    target: 100,
    supplyPriceCents: 250 + no * 50,
    supplierNos: [no],
    pacing: 1,
    clickBalancing: false,
    pastEntrants: 0,
    quality: { weights: { complete: 1, term: 0, overquota: 0, quality: 0, security: 0, abandon: 0 }, loiFactor: 1 },
    ...(typeof source === 'string' ? { name: source } : source),
  }))
  const target = sources.reduce((sum, source) => sum + source.target, 0)
  const project: PlannedProject = {
    accountId: typeof account === 'number' ? account : DEMO_ACCOUNTS[account],
    name: projectName,
    number: `T-${projectName.length}-${sources.length}`,
    consultantUserId: consultantUserId ?? (account === 'acme' ? 3 : account === 'beta' ? 6 : null),
    businessUnitId: businessUnitId ?? (account === 'acme' ? 1 : null),
    status,
    zoneCode: 15,
    outOfFieldInDays: 10,
    surveys: [
      {
        name: `${projectName} survey`,
        iso2: 'US',
        language: 'en',
        status: 'live',
        loiMinutes: 10,
        irPercent: 50,
        target,
        sellPriceCents: 600,
        sources,
      },
    ],
  }
  const written = await database.asSystem(tx => writeStudies(tx, [project], new Date()))
  const first = written[0]
  if (!first) throw new Error('The study has no source.')
  const { projectId, surveyId } = first
  return {
    projectId,
    surveyId,
    sources: Object.fromEntries(written.map(source => [source.plan.name, source])),
    surveyListPath: `/projects/${projectId}/survey`,
    sourceTablePath: `/projects/${projectId}/survey/${surveyId}/streams`,
  }
}
