import type { FlaggedComplete } from '@desk/schema/defender/review'
import { expect, test } from 'vitest'
import { projectsOf, rejectList } from './reject-list.ts'

const complete = (more: Partial<FlaggedComplete>): FlaggedComplete => ({
  rdud: 'a-1',
  rid: 'r',
  code: 30,
  pm_proj_ud: 1,
  project_name: 'Snacks',
  stmid: 1,
  source_name: 'Source',
  survey_name: 'Survey',
  completed_at: null,
  interview_seconds: 60,
  loi_minutes: 10,
  verdicts: [{ rule: 'speeder', refused: false, threshold: '', value: '' }],
  decisions: [],
  state: 'confirmed',
  ...more,
})
const said = { uid: 1, by: 'Ada', decision: 'confirmed' as const, at: '2026-11-25T12:00:00.000Z' }

test('a reject list has the confirmed completes with the reviewer’s reason, else that of the rule; neither pending nor rejected ones (§2.27)', () => {
  const completes = [
    complete({ rdud: 'a-1', decisions: [{ ...said, reason_code: 936 }] }),
    complete({ rdud: 'a-2', decisions: [{ ...said, reason_code: null }], pm_proj_ud: 2, project_name: 'Drinks' }),
    complete({ rdud: 'a-3', state: 'disputed' }),
    complete({ rdud: 'a-4', code: 50 }),
  ]
  expect(rejectList(completes)).toBe('a-1,936\na-2,933')
  expect(projectsOf(completes)).toEqual([
    { id: 1, name: 'Snacks', count: 3 },
    { id: 2, name: 'Drinks', count: 1 },
  ])
})
