import type { FigureColumnId } from '@desk/schema/columns/figure-columns'
import { PERFORMANCE_FACTS as FACTS } from '@desk/schema/columns/fact-columns'
import type { ProjectPerformance as Performance, SurveyStanding } from '@desk/schema/projects/performance'
import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { countText, minutesText, NO_FIGURE, percentText } from '#ui/format/figures.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { whyFigure } from '#kit/figure-changes/why-figure.tsx'
import { factHead } from '#kit/tables/fact-columns.ts'
import { FactsTable, type FactColumn } from '#kit/tables/facts-table.tsx'
import styles from './project-details.module.css'
import { ProjectPanel } from './project-panel.tsx'

type Measured = Omit<Performance, 'pm_proj_ud' | 'surveys'>

const shareText = (share: number | null): string => (share === null ? NO_FIGURE : percentText(share))
const progressText = ({ progress }: Measured): string => (progress === null ? NO_FIGURE : percentText(progress / 100))

const limit = (text: React.ReactNode, isBeyond: boolean) =>
  isBeyond ? <strong className={styles['beyond']}>{text} beyond its limit</strong> : text

const whyOf = (scope: 'project' | 'survey', id: number, figure: FigureColumnId, text: string) =>
  whyFigure({ scope, id }, figure, text)

const COLUMNS: readonly FactColumn<SurveyStanding>[] = [
  { ...factHead(FACTS.survey), cell: ({ pm_sy_name }) => pm_sy_name },
  { ...factHead(FACTS.target), isFigure: true, cell: ({ respondents }) => countText(respondents) },
  {
    ...factHead(FACTS.completes),
    isFigure: true,
    cell: ({ completes, pm_sy_ud }) => whyOf('survey', pm_sy_ud, 'completes', countText(completes)),
  },
  { ...factHead(FACTS.progress), isFigure: true, cell: progressText },
  {
    ...factHead(FACTS.entrants),
    isFigure: true,
    cell: ({ entrants, pm_sy_ud }) => whyOf('survey', pm_sy_ud, 'entrants', countText(entrants)),
  },
  {
    ...factHead(FACTS.ir),
    isFigure: true,
    cell: ({ ir, is_ir_under, pm_sy_ud }) => limit(whyOf('survey', pm_sy_ud, 'ir', shareText(ir)), is_ir_under),
  },
  { ...factHead(FACTS.statedIr), isFigure: true, cell: ({ qualifying_rate }) => `${qualifying_rate}%` },
  {
    ...factHead(FACTS.loi),
    isFigure: true,
    cell: ({ loi, is_loi_over, pm_sy_ud }) => limit(whyOf('survey', pm_sy_ud, 'loi', minutesText(loi)), is_loi_over),
  },
  { ...factHead(FACTS.statedLoi), isFigure: true, cell: ({ est_loi }) => minutesText(est_loi) },
  {
    ...factHead(FACTS.conversion),
    isFigure: true,
    cell: ({ conversion, pm_sy_ud }) => whyOf('survey', pm_sy_ud, 'conversion', shareText(conversion)),
  },
]

function Figures({ all, projectUID }: { all: Measured; projectUID: number }) {
  const why = (figure: FigureColumnId, text: string) => whyOf('project', projectUID, figure, text)
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    [
      FACTS.completes.label,
      <>
        {why('completes', countText(all.completes))} of {countText(all.respondents)}
      </>,
    ],
    [FACTS.entrants.label, why('entrants', countText(all.entrants))],
    [FACTS.ir.label, why('ir', shareText(all.ir))],
    [FACTS.conversion.label, why('conversion', shareText(all.conversion))],
    [
      FACTS.wholeLoi.label,
      why('loi', minutesText(all.loi) === NO_FIGURE ? NO_FIGURE : `${minutesText(all.loi)} minutes`),
    ],
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
          <Figures all={performance} projectUID={projectUID} />
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
