import { RECIPIENTS, type ProcessingRecord } from '@desk/schema/privacy/processing-record'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { Loaded } from '#kit/errors/loaded.tsx'
import { PageList } from '#kit/tables/page-list.tsx'
import { useAct } from '#runtime/acts/use-act.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { saveFile } from '#runtime/save-file.ts'
import { Button } from '#ui/button.tsx'
import styles from './privacy.module.css'

function Categories({ categories }: Pick<ProcessingRecord, 'categories'>) {
  return (
    <PageList
      label="Categories of data"
      region="Categories"
      heads={['Category', 'Purpose', 'Stored for', 'Recipients', 'Tables']}
    >
      {categories.map(({ category, label, people, purpose, stored_for: storedFor, tables, recipients }) => (
        <tr key={category}>
          <th scope="row">
            {label}
            <span className={styles['under']}>{people}</span>
          </th>
          <td>{purpose}</td>
          <td>{storedFor}</td>
          <td>{recipients.map(recipient => RECIPIENTS[recipient].label).join(', ') || 'None'}</td>
          <td>
            {tables.length === 0 ? (
              'Files outside of the database'
            ) : (
              <details>
                <summary>{tables.length === 1 ? '1 table' : `${tables.length} tables`}</summary>
                <ul className={styles['tables']}>
                  {tables.map(({ table, columns }) => (
                    <li key={table}>
                      <code>{table}</code>: {columns.join(', ')}
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </td>
        </tr>
      ))}
    </PageList>
  )
}

function Recipients({ recipients, categories }: ProcessingRecord) {
  const labels = new Map(categories.map(({ category, label }) => [category, label]))
  return (
    <PageList label="Recipients" region="Recipients" heads={['Recipient', 'Set up', 'Where', 'Gets']}>
      {recipients.map(({ recipient, label, is_configured: isConfigured, where, gets }) => (
        <tr key={recipient}>
          <th scope="row">{label}</th>
          <td>{isConfigured ? 'Yes' : 'No'}</td>
          <td className={styles['where']}>{where.join(', ')}</td>
          <td>{isConfigured ? gets.map(category => labels.get(category)).join(', ') : null}</td>
        </tr>
      ))}
    </PageList>
  )
}

/** The record of processing: categories with their purpose, columns and recipients, as this installation has them. */
export function ProcessingRecordPart() {
  const read = useQuery(useDesk().query('processingRecord.read', {}))
  const save = useAct('processingRecord.download', {
    onDone: text => saveFile('record-of-processing.csv', text, 'text/csv;charset=utf-8'),
  })
  return (
    <>
      <div className={styles['tools']}>
        <p className={styles['note']}>
          The data of people in this account, as its database and settings have them now.
        </p>
        <Button icon={<Download aria-hidden />} onPress={() => save.send({})} isPending={save.isPending}>
          Download CSV
        </Button>
      </div>
      <CallFailure error={save.failure} />
      <Loaded query={read} title="The record of processing" lines={10}>
        {record => (
          <>
            <Categories categories={record.categories} />
            <h2 className={styles['title']}>Recipients</h2>
            <Recipients {...record} />
          </>
        )}
      </Loaded>
    </>
  )
}
