import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import '#ui/base.css'
import { Breadcrumbs } from '#ui/breadcrumbs.tsx'
import { LiveRegion } from '#ui/live-region.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { applyTheme, type ThemeChoice } from '#ui/theme.ts'
import { ChartSection } from './chart-section.tsx'
import { ControlsSection } from './controls-section.tsx'
import { OverlaysSection } from './overlays-section.tsx'
import { TableSection } from './table-section.tsx'
import { TellingSection } from './telling-section.tsx'
import styles from './gallery.module.css'

const THEMES = [
  { id: 'system', label: 'System' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
] as const

const parameters = new URLSearchParams(location.search)

/** Every piece of the design system on one page; development only. `?rows=10000` fills the table, `?only=table` shows it alone. */
function Gallery() {
  const [theme, setTheme] = useState<ThemeChoice>('system')
  const only = parameters.get('only')
  return (
    <main className={styles['page']}>
      <header className={styles['header']}>
        <div>
          <Breadcrumbs
            crumbs={[
              { label: 'Projects', href: '#/projects' },
              { label: 'Tea study', href: '#/tea' },
              { label: 'Design system' },
            ]}
          />
          <h1>Design system</h1>
        </div>
        <SegmentedControl
          label="Theme"
          segments={THEMES}
          value={theme}
          onChange={choice => {
            applyTheme(choice)
            setTheme(choice)
          }}
        />
      </header>
      {only === null || only === 'controls' ? <ControlsSection /> : null}
      {only === null || only === 'overlays' ? <OverlaysSection /> : null}
      {only === null || only === 'telling' ? <TellingSection /> : null}
      {only === null || only === 'table' ? (
        <TableSection rowCount={Number(parameters.get('rows') ?? 30)} isMoving={parameters.get('still') === null} />
      ) : null}
      {only === null || only === 'chart' ? <ChartSection /> : null}
      <LiveRegion />
    </main>
  )
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <I18nProvider locale="en-US">
      <Gallery />
    </I18nProvider>
  </StrictMode>,
)
