import type { StatusFacts } from '@desk/schema/statuses/facts'
import { BLOCKS, type BlockReason } from '@desk/schema/statuses/block-reasons'
import { STATUS_LIST, type StatusName } from '@desk/schema/statuses/status'
import { expect, test } from 'vitest'
import { judgeStatusChange, liveBlocks } from './judge.ts'

/** Facts that block every launch and every cancellation. */
const WORST: Omit<StatusFacts, 'status'> = {
  scope: 'source',
  surveyUrlRequired: true,
  surveyUrlValid: false,
  target: 0,
  targetReached: true,
  outOfFieldPassed: true,
  hasPrice: false,
  hasSupplier: false,
  quotasMeetable: false,
  parentTerminal: true,
  billableCompletes: 1,
  inflight: 1,
}

test('the catalogue of reasons names the statuses that the guards of the chart block (§4.1)', () => {
  const kept = new Map<BlockReason, Set<StatusName>>()
  const keeps = (reason: BlockReason, to: StatusName) => kept.set(reason, (kept.get(reason) ?? new Set()).add(to))
  for (const { code: status } of STATUS_LIST) {
    for (const reason of liveBlocks({ ...WORST, status })) keeps(reason, 'live')
    for (const to of STATUS_LIST) {
      for (const facts of [WORST, { ...WORST, billableCompletes: 0 }]) {
        const verdict = judgeStatusChange({ ...facts, status }, to.code, 'user')
        if (verdict.kind === 'blocked') keeps(verdict.reason, to.name)
      }
    }
  }
  kept.delete('not_a_transition') // what follows from the chart alone
  expect(Object.fromEntries([...kept].map(([reason, from]) => [reason, [...from]]))).toEqual(
    Object.fromEntries(
      Object.entries(BLOCKS).flatMap(([reason, block]) => ('keepsFrom' in block ? [[reason, block.keepsFrom]] : [])),
    ),
  )
})
