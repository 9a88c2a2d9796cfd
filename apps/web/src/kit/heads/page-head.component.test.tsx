import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { PageHead } from './page-head.tsx'

const { innerWidth: width, innerHeight: height } = window
afterEach(() => page.viewport(width, height))

const LONG = 'Brand tracker of household appliances, wave 12, United Kingdom and Ireland, boost of 18 to 24'

test('the head of a page with a long name is no wider than a phone (§2.34, look.md 12)', async () => {
  await page.viewport(390, 844)
  const drawn = await render(
    // what the rail and the margins of a phone leave
    <main style={{ inlineSize: 310 }}>
      <PageHead
        title={LONG}
        crumbs={[
          { label: 'Projects', href: '#/projects' },
          { label: LONG, href: '#/projects/5/survey' },
          { label: LONG, href: '#/projects/5/survey/6/streams' },
          { label: 'Details' },
        ]}
        facts={[{ name: 'Project manager', value: LONG.replaceAll(' ', '') }]}
        actions={<button>{LONG}</button>}
      />
    </main>,
  )
  await expect.element(drawn.getByRole('heading', { name: LONG })).toBeVisible()
  const main = drawn.container.querySelector('main')
  expect(main?.scrollWidth).toBe(310)
  const edges = [...(main?.querySelectorAll('li, dd, h1, button') ?? [])].map(
    element => element.getBoundingClientRect().right - (main?.getBoundingClientRect().left ?? 0),
  )
  expect(edges.filter(edge => edge > 310)).toEqual([])
})

test('a long name ends in an ellipsis: title, tabs and facts take two lines, whatever else is there (day.md §1)', async () => {
  await page.viewport(1440, 900)
  const drawn = await render(
    <main style={{ inlineSize: 1100 }}>
      <PageHead
        title={`${LONG}, ${LONG}`}
        crumbs={[]}
        status={<button>Live</button>}
        tabs={<nav style={{ inlineSize: 400 }}>Surveys</nav>}
        facts={Array.from({ length: 8 }, (_, at) => ({ name: `Fact ${at}`, value: 'Some 20 characters' }))}
        more={[{ label: 'Duplicate', href: '#' }]}
        actions={<button>New survey</button>}
      />
    </main>,
  )
  await expect.element(drawn.getByRole('button', { name: 'New survey' })).toBeVisible()
  const title = drawn.container.querySelector('h1')
  expect(title?.scrollWidth).toBeGreaterThan(title?.clientWidth ?? 0)
  expect(drawn.container.querySelector('header')?.getBoundingClientRect().height).toBeLessThanOrEqual(72)
})
