import type { Locator, Page } from '@playwright/test'
import { expect, test } from './desk/desk-fixture.ts'

interface Overlay {
  readonly what: string
  /** Comes with everything that lies over the page for it. */
  readonly part: Locator
  readonly open: () => Promise<void>
}

/** One of each kind that react-aria opens and closes, on the list of projects. */
function overlaysOf(page: Page): readonly Overlay[] {
  // a pointer that has moved before it comes to the button: after a key the first move alone tells of a mouse
  const point = async () => {
    await page.getByRole('heading', { level: 1 }).hover()
    await page.getByRole('button', { name: 'Collapse the sidebar' }).hover()
  }
  return [
    {
      what: 'the palette',
      part: page.getByRole('dialog', { name: 'Go to' }),
      open: () => page.keyboard.press('Control+k'),
    },
    { what: 'a dialog', part: page.getByRole('dialog', { name: 'Keyboard' }), open: () => page.keyboard.press('?') },
    {
      what: 'the drawer',
      part: page.getByRole('dialog', { name: 'Ana Silva' }),
      open: () => page.getByRole('button', { name: /open the user menu/ }).click(),
    },
    {
      what: 'a popover',
      part: page.getByRole('dialog', { name: 'Columns' }),
      open: () => page.getByRole('button', { name: 'Columns', exact: true }).click(),
    },
    {
      what: 'a menu',
      part: page.getByRole('menu'),
      open: () =>
        page
          .getByRole('button', { name: /^Status of/ })
          .first()
          .click(),
    },
    { what: 'a tooltip', part: page.getByRole('tooltip'), open: point },
  ]
}

/** A key or a move of the pointer may come before the last overlay has given back the focus: a user repeats it, too. */
const openOn = ({ part, open }: Overlay): Promise<void> =>
  expect(async () => {
    await open()
    await expect(part).toBeVisible()
  }).toPass()

/** Nothing of it is left: neither itself nor what shades the page. */
async function expectClosed(page: Page, { what, part }: Overlay): Promise<void> {
  await expect(part, what).toHaveCount(0)
  await expect(page.locator('[data-exiting]'), what).toHaveCount(0)
}

test('with reduced motion a change of theme moves nothing, and whatever is closed right after it is gone', async ({
  desk,
  visit,
}) => {
  await desk.newStudy('acme', 'Reduced study')
  const page = await visit('admin@acme.example', '/projects', { reducedMotion: 'reduce', colorScheme: 'light' })
  await expect(page.getByRole('button', { name: /^Status of/ }).first()).toBeVisible()
  let theme: 'light' | 'dark' = 'light'
  for (const overlay of overlaysOf(page)) {
    await openOn(overlay)
    theme = theme === 'light' ? 'dark' : 'light'
    await page.emulateMedia({ colorScheme: theme })
    await page.keyboard.press('Escape')
    await expectClosed(page, overlay)
  }
  // what begins with a change of style is there once the style is asked for, in the same task
  const moving = await page.evaluate(() => {
    document.documentElement.dataset['theme'] = matchMedia('(prefers-color-scheme: dark)').matches ? 'light' : 'dark'
    return document.getAnimations().length
  })
  expect(moving).toBe(0)
})

test('nothing that is closed stays for what still moves on it: palette, dialog, drawer, popover, menu and tooltip are gone at once', async ({
  desk,
  visit,
}) => {
  await desk.newStudy('acme', 'Moving study')
  const page = await visit('admin@acme.example', '/projects')
  await expect(page.getByRole('button', { name: /^Status of/ }).first()).toBeVisible()
  for (const overlay of overlaysOf(page)) {
    await openOn(overlay)
    const moving = await overlay.part.evaluate(part => {
      const slow = new CSSStyleSheet()
      slow.replaceSync('body * { transition: background-color 3600s }')
      document.adoptedStyleSheets = [slow]
      document.getAnimations() // asks for the style of before
      const root = document.documentElement
      root.dataset['theme'] = root.dataset['theme'] === 'dark' ? 'light' : 'dark'
      return document
        .getAnimations()
        .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.contains(part)).length
    })
    expect(moving, overlay.what).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await expectClosed(page, overlay)
    await page.evaluate(() => {
      document.adoptedStyleSheets = []
    })
  }
})

test('Back closes the overlays of a page: palette, dialog and drawer do not stay over another', async ({
  desk,
  visit,
}) => {
  await desk.newStudy('acme', 'Left study')
  const page = await visit('admin@acme.example', '/suppliers')
  for (const overlay of overlaysOf(page).slice(0, 3)) {
    await expect(page.getByRole('heading', { name: 'Suppliers', level: 1 })).toBeVisible()
    await page.getByRole('link', { name: 'Projects' }).first().click()
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    await openOn(overlay)
    await page.goBack()
    await expectClosed(page, overlay)
  }
})
