import type { ProjectPerformance as Performance, SurveyStanding } from '@desk/schema/projects/performance'
import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { integerText, minutesText, NO_FIGURE, percentText } from '#ui/format/figures.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { FactsTable, type FactColumn } from '#kit/tables/facts-table.tsx'
import styles from './project-details.module.css'
import { ProjectPanel } from './project-panel.tsx'

type Measured = Omit<Performance, 'pm_proj_ud' | 'surveys'>

const shareText = (share: number | null): string => (share === null ? NO_FIGURE : percentText(share))
const progressText = ({ progress }: Measured): string => (progress === null ? NO_FIGURE : percentText(progress / 100))

const limit = (text: string, isBeyond: boolean) =>
  isBeyond ? <strong className={styles['beyond']}>{text} beyond its limit</strong> : text

const COLUMNS: readonly FactColumn<SurveyStanding>[] = [
  { header: 'Survey', cell: ({ pm_sy_name }) => pm_sy_name },
  { header: 'Target', isFigure: true, cell: ({ respondents }) => integerText(respondents) },
  { header: 'Completes', isFigure: true, cell: ({ completes }) => integerText(completes, '0') },
  { header: 'Progress', isFigure: true, cell: progressText },
  { header: 'Entrants', isFigure: true, cell: ({ entrants }) => integerText(entrants, '0') },
  { header: 'IR', isFigure: true, cell: ({ ir, is_ir_under }) => limit(shareText(ir), is_ir_under) },
  { header: 'Stated IR', isFigure: true, cell: ({ qualifying_rate }) => `${qualifying_rate}%` },
  { header: 'LOI, min', isFigure: true, cell: ({ loi, is_loi_over }) => limit(minutesText(loi), is_loi_over) },
  { header: 'Stated LOI', isFigure: true, cell: ({ est_loi }) => minutesText(est_loi) },
  { header: 'Conversion', isFigure: true, cell: ({ conversion }) => shareText(conversion) },
]

function Figures({ all }: { all: Measured }) {
  const facts: readonly (readonly [string, string])[] = [
    ['Completes', `${integerText(all.completes, '0')} of ${integerText(all.respondents)}`],
    ['Entrants', integerText(all.entrants, '0')],
    ['IR', shareText(all.ir)],
    ['Conversion', shareText(all.conversion)],
    ['LOI, median', minutesText(all.loi) === NO_FIGURE ? NO_FIGURE : `${minutesText(all.loi)} minutes`],
  ]
  return (
    <div className={styles['figures']}>
      <ProgressBar label="Completes of the target" value={all.completes} target={all.respondents} />
      <dl className={styles['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** The performance of a project, and of each of its surveys beside its stated values (api:P13). */
export function ProjectPerformance({ projectUID }: { projectUID: number }) {
  const desk = useDesk()
  const read = useQuery({ ...desk.query('projects.performance', { params: { id: projectUID } }), staleTime: 0 })
  return (
    <ProjectPanel title="Performance" what="the performance" read={read}>
      {performance => (
        <>
          <Figures all={performance} />
          {performance.surveys.length === 0 ? (
            <p className={styles['none']}>It has no surveys yet.</p>
          ) : (
            <FactsTable
              label="Performance by survey"
              columns={COLUMNS}
              rows={performance.surveys}
              keyOf={({ pm_sy_ud }) => pm_sy_ud}
            />
          )}
        </>
      )}
    </ProjectPanel>
  )
}
