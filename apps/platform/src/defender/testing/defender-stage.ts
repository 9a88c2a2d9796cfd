import { createLedger } from '#ledger/batches/ledger'
import type { EntryOperation } from '#ledger/facts/ledger-operations'
import { formatRdud } from '#ledger/facts/rdud'
import { back, entry, sent } from '#ledger/testing/operations'
import { makeStudy, type Study, type StudySpec } from '#ledger/testing/study'
import type { TestPlatform } from '#testing/platform'
import { askAs, type Ask } from '#testing/stage'
import { StudyMaker } from '#testing/study'

/** A DEFENDER account with a study, its people, and its door. */
export interface DefenderStage {
  readonly study: Study
  readonly make: StudyMaker
  /** An admin of it, with the internal view. */
  readonly admin: Ask
  /** A user of it, with the plain external view. */
  readonly plain: Ask
  /** An entrant's code and RDUD. */
  readonly enter: (
    rid: string,
    more?: Partial<EntryOperation>,
  ) => Promise<{ readonly code: number; readonly hex: string; readonly rdud: string }>
  readonly comeBack: (hex: string, code: string) => Promise<number>
}

/** Makes a DEFENDER account whose survey takes respondents. */
export async function defenderStage(platform: TestPlatform, spec: StudySpec = {}): Promise<DefenderStage> {
  const { database } = platform
  const make = new StudyMaker(database)
  const accountId =
    spec.accountId ?? (await make.account({ type: 'DEFENDER', parentAccountId: await make.account({}) }))
  const study = await database.asSystem(tx => makeStudy(tx, { ...spec, accountId }))
  const ledger = createLedger(database, { gatherMs: { least: 0, most: 0 } })
  return {
    study,
    make,
    admin: await askAs(platform, make, { accountId, roleId: 1, advancedView: true }),
    plain: await askAs(platform, make, { accountId, roleId: 2 }),
    enter: async (rid, more = {}) => {
      const { code, hex } = sent(await ledger.enter(accountId, entry(study.sourceId, rid, more)))
      return { code, hex, rdud: formatRdud(accountId, hex) }
    },
    comeBack: async (hex, code) => sent(await ledger.return(accountId, back(hex, code))).code,
  }
}
