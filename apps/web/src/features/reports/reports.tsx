import { may } from '@desk/schema/permissions/permissions'
import { REPORTS, type ReportType } from '@desk/schema/reports/report'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { isOpenTo } from './open-reports.ts'
import { ReportPicture } from './report-picture.tsx'
import styles from './reports.module.css'

const TYPES = Object.keys(REPORTS) as ReportType[] // Object.keys loses the key types

/** The reports of the account (§2.12). */
export function ReportsScreen() {
  useAppTitle('Reports')
  const user = useUser()
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title="Reports" />
      <ul className={styles['reports']}>
        {TYPES.filter(type => user !== null && isOpenTo(user, type)).map(type => (
          <li key={type} className={styles['report']}>
            <ReportPicture type={type} />
            <h2 className={styles['name']}>
              <a href={`#/reports/${type}`}>{REPORTS[type].label}</a>
            </h2>
            <p className={styles['meaning']}>{REPORTS[type].meaning}</p>
          </li>
        ))}
        {user !== null && may(user, 'read sell statements') ? (
          <li className={styles['report']}>
            <ReportPicture type="statements" />
            <h2 className={styles['name']}>
              <a href="#/statements">Statements</a>
            </h2>
            <p className={styles['meaning']}>
              {may(user, 'read statements')
                ? 'Monthly amounts owed to each supplier and charged to each project; a closed month is signed, and both sides can verify it.'
                : 'Monthly charges of each project; a closed month is signed, and both sides can verify it.'}
            </p>
          </li>
        ) : null}
      </ul>
    </div>
  )
}
