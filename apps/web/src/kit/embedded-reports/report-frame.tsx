import type { ReportEmbed } from '@desk/schema/embedded-reports/embedded-report'
import { isEmbedUrl } from '@desk/schema/embedded-reports/embed-url'
import type { IReportEmbedConfiguration, Report } from 'powerbi-client'
import { PowerBIEmbed } from 'powerbi-client-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAfterQuiet } from '#runtime/hooks/use-after-quiet.ts'
import styles from './report-frame.module.css'
import { reportFilters, type ReportFilters } from './report-filters.ts'

const EMBED_TOKEN = 1
const FATAL = 6
const NOT_OPENED = 'The report did not open.'

export interface ReportFrameProps {
  readonly title: string
  readonly embed: ReportEmbed
  readonly filters: ReportFilters
  readonly isShown: boolean
  /** A report that has not opened by then is given up. */
  readonly opensWithinMs: number
  readonly onOpened: () => void
  readonly onFault: (message: string) => void
}

/** The parts of an error that the service tells. */
interface ServiceError {
  readonly level?: number
  readonly message?: string
}

/** The frame of an embedded report. Its token is renewed without loading it again, so that page, filters and selection stay. */
export default function ReportFrame({
  title,
  embed,
  filters,
  isShown,
  opensWithinMs,
  onOpened,
  onFault,
}: ReportFrameProps) {
  const report = useRef<Report | null>(null)
  const hasOpened = useRef(false)
  // as it opens; later tokens are handed to the report itself
  const [config] = useState<IReportEmbedConfiguration>(() => ({
    type: 'report',
    tokenType: EMBED_TOKEN,
    id: embed.reportId,
    embedUrl: embed.embedUrl,
    accessToken: embed.token,
    filters: reportFilters(embed, filters),
    settings: { panes: { filters: { visible: false } } },
  }))
  const opened = useEffectEvent(() => {
    hasOpened.current = true
    onOpened()
  })
  const failed = useEffectEvent((message: string) => onFault(message))
  const told = useEffectEvent(({ level = FATAL, message = '' }: ServiceError) => {
    // faults of single visuals of an open report are shown in their place
    if (!hasOpened.current || level >= FATAL || message === 'TokenExpired') failed(NOT_OPENED)
  })
  useEffect(() => {
    const embedded = report.current
    embedded?.on('loaded', () => opened())
    embedded?.on<ServiceError>('error', ({ detail }) => told(detail))
    return () => {
      embedded?.off('loaded')
      embedded?.off('error')
    }
  }, [])
  useAfterQuiet(opensWithinMs, null, () => {
    if (!hasOpened.current) onFault(NOT_OPENED)
  })
  const { token } = embed
  useEffect(() => {
    if (token !== config.accessToken) report.current?.setAccessToken(token).catch(() => failed(NOT_OPENED))
  }, [token, config])
  if (!isEmbedUrl(embed.embedUrl)) throw new Error('This is no page of the reporting service.')
  return (
    <div className={isShown ? styles['shown'] : styles['waiting']} {...(isShown ? {} : { inert: true })}>
      <PowerBIEmbed
        embedConfig={config}
        cssClassName={styles['frame'] ?? ''}
        getEmbeddedComponent={component => {
          // a report's config makes a report
          report.current = component as Report
          report.current.setComponentTitle(title)
        }}
      />
    </div>
  )
}
