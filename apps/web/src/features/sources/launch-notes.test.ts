import type { FormValues } from '@desk/machines/form/form.setup'
import { expect, test } from 'vitest'
import { launchWarnings, newLaunchWarnings } from './launch-notes.ts'

test('a launch warns of suppliers without a redirect for completes, and of nothing else (domain.md §3)', () => {
  const effects = { live_surveys: 0, live_sources: 0 }
  expect([
    launchWarnings({ effects: { ...effects, no_complete_redirect: ['North', 'South'] } }).map(({ words }) => words),
    launchWarnings({ effects }),
  ]).toEqual([
    [
      'North, South: no redirect for completes, so respondents end on a page of ours and the supplier does not see the complete.',
    ],
    [],
  ])
})

test('the launch of a new source warns of its chosen suppliers, unless it has such a redirect of its own (domain.md §3)', () => {
  const sellers = [
    { pm_sup_ud: 4, name: 'North', redirect_types: ['termination'] },
    { pm_sup_ud: 5, name: 'South', redirect_types: ['default'] },
    { pm_sup_ud: 6, name: 'West', redirect_types: [] },
  ] as const
  const part = { allocation_percent: '50', supplier_cpi: '' }
  const said = (values: FormValues) => newLaunchWarnings(values, sellers).map(({ words }) => words.split(':')[0])
  expect([
    said({ suppliers: [4, 5].map(id => ({ ...part, pm_sup_ud: id })) }),
    said({ pm_sup_ud: 6, redirects_complete: ' ' }),
    said({ pm_sup_ud: 6, redirects_complete: 'https://west.example/?id=[%RID%]' }),
    said({}),
  ]).toEqual([['North'], ['West'], [], []])
})
