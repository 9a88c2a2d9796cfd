import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

/** The files with a load failure of their own, and why `Loaded` does not fit. */
const OWN_FAILURE = {
  'apps/web/src/kit/errors/loaded.tsx': 'it is the one place',
  'apps/web/src/kit/tables/live-table.tsx': 'a table draws its own skeleton rows',
  'apps/web/src/kit/tables/list-table.tsx': 'a table draws its own skeleton rows',
  'apps/web/src/kit/history/history-pages.tsx': 'a page that fails stands below the pages that loaded',
  'apps/web/src/features/admin/users/required-factor.tsx': 'the switch has no skeleton',
  'apps/web/src/features/projects/project-details.tsx': 'the panels beside it load by themselves',
  'apps/web/src/features/sources/source-table.tsx': 'the table beside it draws the skeleton',
  'apps/web/src/features/surveys/survey-list.tsx': 'the table beside it draws the skeleton',
  'apps/web/src/features/support/session-list.tsx': 'the failure shows above the dimmed sessions',
  'apps/web/src/features/support/session-replay.tsx': 'a journal loads with a progress bar',
  'apps/web/src/features/defender/people/search-screen.tsx': 'a search has its own words',
}

test('a screen shows a failed query by Loaded or NotLoaded, and no other file draws a load failure', () => {
  const own = sourceFiles()
    .filter(({ path, text }) => path.startsWith('apps/web/src/') && text.includes('<LoadFailure'))
    .map(({ path }) => path)
  expect(own.toSorted()).toEqual(Object.keys(OWN_FAILURE).toSorted())
})
